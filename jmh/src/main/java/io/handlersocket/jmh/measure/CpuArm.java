// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** An arm, and the CPU time that this JVM took for its rows. */
public final class CpuArm implements Arm {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Arm arm;
    private long nanos;
    private long rows;

    public CpuArm(Arm arm) {
        this.arm = arm;
    }

    @Override
    public String name() {
        return arm.name();
    }

    @Override
    public long run(Slice slice) throws Exception {
        long before = SYSTEM.getProcessCpuTime();
        long read = arm.run(slice);
        nanos += SYSTEM.getProcessCpuTime() - before;
        rows += read;
        return read;
    }

    @Override
    public void close() {
        arm.close();
    }

    /** Forgets what the warm-up took. */
    public void reset() {
        nanos = 0;
        rows = 0;
    }

    /** Returns microseconds of CPU time for each row. */
    public double microsPerRow() {
        return nanos / 1e3 / Math.max(1, rows);
    }
}
