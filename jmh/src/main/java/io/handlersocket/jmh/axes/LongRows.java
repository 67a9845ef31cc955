// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Chain;
import io.handlersocket.jmh.measure.ChainsArm;
import io.handlersocket.jmh.measure.Database;
import java.util.HashMap;
import java.util.Map;

/** Arms that read rows of a chosen length: from which length on is JDBC as good? */
public final class LongRows {

    /** The length of all rows of a table, so that each table fits into the buffer pool. */
    private static final int TABLE_BYTES = 100_000_000;

    private final Database db;
    private final Map<Integer, Point> created = new HashMap<>();

    public LongRows(Database db) {
        this.db = db;
    }

    /**
     * Asynchronous lookups.
     *
     * @param client reads the rows
     * @param bytes the length of a row
     * @param inFlight the number of lookups in flight
     */
    public Arm async(HandlerSocketClient client, int bytes, int inFlight) {
        Point point = created.computeIfAbsent(bytes, this::create);
        Index index = client.index(IndexSpec.primary(db.schema(), point.table())
                .select(point.names().toArray(String[]::new)));
        PointRows rows = new PointRows(point);
        return new ChainsArm(
                "async-rows" + bytes + "-" + inFlight, new Chain.Bundle(inFlight, () -> new PointLookups(index, rows)));
    }

    /**
     * The same rows over JDBC, prepared on the server.
     *
     * @param bytes the length of a row
     * @param threads the number of threads, each with a connection
     */
    public Arm jdbc(int bytes, int threads) {
        return new PointJdbcArm(
                db, created.computeIfAbsent(bytes, this::create), threads, "jdbc-rows" + bytes + "-" + threads);
    }

    private Point create(int bytes) {
        int rows = Math.min(100_000, TABLE_BYTES / bytes);
        Point point = new Point("rows " + bytes, "InnoDB", 3, bytes / 3, rows, rows, 0);
        PointPanel.create(db, point).ifPresent(reason -> {
            throw new IllegalStateException(reason);
        });
        return point;
    }
}
