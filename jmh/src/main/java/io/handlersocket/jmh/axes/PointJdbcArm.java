// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.axes;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.Threads;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A point over JDBC, prepared on the server, 16 threads. */
final class PointJdbcArm implements Arm {

    private final String name;
    private final int threads;
    private final PointRows rows;
    private final String sql;
    private final HikariDataSource pool = new HikariDataSource();

    PointJdbcArm(Database db, Point point, int threads, String name) {
        this.name = name;
        this.threads = threads;
        rows = new PointRows(point);
        sql = "SELECT " + String.join(", ", point.names()) + " FROM " + point.table() + " WHERE id = ?";
        pool.setJdbcUrl(db.url("useServerPrepStmts=true&cachePrepStmts=true&prepStmtCacheSize=256"));
        pool.setUsername(db.user());
        pool.setPassword(db.password());
        pool.setMaximumPoolSize(threads);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long run(Slice slice) throws Exception {
        return Threads.run(threads, slice, this::once);
    }

    private long once() throws SQLException {
        int id = rows.randomId();
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, id);
            try (ResultSet row = statement.executeQuery()) {
                if (row.next() != rows.exists(id)) {
                    throw new AssertionError("a row that is none, or none where one is: " + id);
                }
                for (int i = 1; rows.exists(id) && i <= rows.point().columns(); i++) {
                    PointRows.check(id, row.getString(i));
                }
            }
        }
        return 1;
    }

    @Override
    public void close() {
        pool.close();
    }
}
