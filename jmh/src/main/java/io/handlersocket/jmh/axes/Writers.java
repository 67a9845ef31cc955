// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import io.handlersocket.jmh.measure.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Threads that update random rows over SQL until they are closed; each value still begins with its id. */
final class Writers implements AutoCloseable {

    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stopped;

    Writers(Database db, Point point) {
        for (int i = 0; i < point.writers(); i++) {
            Thread thread = new Thread(() -> write(db, point), "writer");
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    private void write(Database db, Point point) {
        PointRows rows = new PointRows(point);
        try (Connection connection = db.connect();
                PreparedStatement statement = connection.prepareStatement("UPDATE " + point.table()
                        + " SET c0 = CONCAT(id, ' ', FLOOR(RAND() * 1000000)) WHERE id = ?")) {
            while (!stopped) {
                statement.setInt(1, rows.randomId());
                statement.executeUpdate();
            }
        } catch (SQLException e) {
            System.err.println("  a writer ended: " + e.getMessage());
        }
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join(5_000);
        }
    }
}
