// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.function.LongSupplier;

/** An arm of ours that must not pass by falling back: at least 95 % of its loads go over HandlerSocket, or it fails. */
public record RoutedArm(Arm arm, LongSupplier fast, LongSupplier jdbc) implements Arm {

    private static final double LEAST = 0.95;

    @Override
    public String name() {
        return arm.name();
    }

    @Override
    public long run(Slice slice) throws Exception {
        long fastBefore = fast.getAsLong();
        long jdbcBefore = jdbc.getAsLong();
        long rows = arm.run(slice);
        long went = fast.getAsLong() - fastBefore;
        long fell = jdbc.getAsLong() - jdbcBefore;
        if (went == 0 || went < LEAST * (went + fell)) {
            throw new AssertionError(went + " loads went over HandlerSocket, " + fell + " over JDBC");
        }
        return rows;
    }

    @Override
    public void close() {
        arm.close();
    }
}
