// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** An arm of ours that may fall back, and says how often it does. */
public final class SharedRouteArm implements Arm {

    private final Arm arm;
    private final LongSupplier fast;
    private final LongSupplier jdbc;
    private final LongAdder went = new LongAdder();
    private final LongAdder fell = new LongAdder();

    public SharedRouteArm(Arm arm, LongSupplier fast, LongSupplier jdbc) {
        this.arm = arm;
        this.fast = fast;
        this.jdbc = jdbc;
    }

    @Override
    public String name() {
        return arm.name();
    }

    @Override
    public long run(Slice slice) throws Exception {
        long fastBefore = fast.getAsLong();
        long jdbcBefore = jdbc.getAsLong();
        long rows = arm.run(slice);
        went.add(fast.getAsLong() - fastBefore);
        fell.add(jdbc.getAsLong() - jdbcBefore);
        return rows;
    }

    /** A sentence. */
    public String note() {
        long all = went.sum() + fell.sum();
        return String.format(
                Locale.ROOT,
                "%s: %.1f %% of %,d loads went over HandlerSocket.",
                name(),
                all == 0 ? 0.0 : 100.0 * went.sum() / all,
                all);
    }

    @Override
    public void close() {
        arm.close();
    }
}
