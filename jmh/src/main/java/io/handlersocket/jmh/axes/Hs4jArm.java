// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import com.google.code.hs4j.HSClient;
import com.google.code.hs4j.IndexSession;
import com.google.code.hs4j.exception.HandlerSocketException;
import com.google.code.hs4j.impl.HSClientImpl;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeoutException;

/** A point through hs4j 0.1 of 2011, which waits for each row; only where no secret is asked for, as it knows none. */
final class Hs4jArm implements Arm {

    private static final int CONNECTIONS = 4;

    private final PointRows rows;
    private final int threads;
    private final HSClient client;
    private final IndexSession session;

    Hs4jArm(Database db, Point point, int threads)
            throws IOException, InterruptedException, TimeoutException, HandlerSocketException {
        this.rows = new PointRows(point);
        this.threads = threads;
        client = new HSClientImpl(new InetSocketAddress(db.host(), db.readPort()), CONNECTIONS);
        session = client.openIndexSession(
                db.schema(), point.table(), "PRIMARY", point.names().toArray(String[]::new));
    }

    @Override
    public String name() {
        return rows.point().name() + " hs4j-" + threads;
    }

    @Override
    public long run(Slice slice) throws Exception {
        return Threads.run(threads, slice, this::once);
    }

    private long once() throws SQLException, InterruptedException, TimeoutException, HandlerSocketException {
        int id = rows.randomId();
        ResultSet row = session.find(new String[] {Integer.toString(id)});
        if (row.next() != rows.exists(id)) {
            throw new AssertionError("a row that is none, or none where one is: " + id);
        }
        for (int i = 1; rows.exists(id) && i <= rows.point().columns(); i++) {
            PointRows.check(id, row.getString(i));
        }
        return 1;
    }

    @Override
    public void close() {
        try {
            client.shutdown();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
