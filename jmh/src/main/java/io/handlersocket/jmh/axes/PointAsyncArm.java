// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import io.handlersocket.client.Index;
import io.handlersocket.client.Row;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Chain;
import io.handlersocket.jmh.measure.Slice;

/** A point over HandlerSocket, 256 lookups in flight. */
final class PointAsyncArm implements Arm {

    private static final int IN_FLIGHT = 256;

    private final String name;
    private final Chain.Bundle chains;

    PointAsyncArm(Index index, Point point) {
        name = point.name() + " async-" + IN_FLIGHT;
        PointRows rows = new PointRows(point);
        chains = new Chain.Bundle(IN_FLIGHT, () -> new Lookups(index, rows));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long run(Slice slice) throws InterruptedException {
        return chains.run(slice);
    }

    private static final class Lookups extends Chain {

        private final Index index;
        private final PointRows rows;

        Lookups(Index index, PointRows rows) {
            this.index = index;
            this.rows = rows;
        }

        @Override
        protected void ask() {
            int id = rows.randomId();
            index.findAsync(id).whenComplete((found, failure) -> {
                try {
                    if (failure != null) {
                        throw failure;
                    }
                    if (found.isPresent() != rows.exists(id)) {
                        throw new AssertionError("a row that is none, or none where one is: " + id);
                    }
                    found.ifPresent(row -> check(id, row));
                } catch (Throwable e) {
                    failed(e);
                    return;
                }
                answered(1);
            });
        }

        private void check(int id, Row row) {
            for (int i = 0; i < rows.point().columns(); i++) {
                PointRows.check(id, row.getString(i));
            }
        }
    }
}
