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
        return String.format(
                Locale.ROOT,
                "%s: %.1f %% of %,d loads went over HandlerSocket.",
                name(),
                100 * share(),
                went.sum() + fell.sum());
    }

    /** The share of the loads that went over HandlerSocket, 0 to 1. */
    public double share() {
        long all = went.sum() + fell.sum();
        return all == 0 ? 0 : (double) went.sum() / all;
    }

    @Override
    public void close() {
        arm.close();
    }
}
