// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Check;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Connector/J over HikariCP, with as many connections as threads. */
final class JdbcArm implements Arm {

    private static final String COLUMNS = "SELECT user_id, user_name, user_email, created FROM user WHERE user_id ";

    private final String name;
    private final int threads;
    private final int keys;
    private final String sql;
    private final HikariDataSource pool = new HikariDataSource();

    /** @param keys ids of one statement: 1, or the length of an IN list */
    JdbcArm(Database db, JdbcSetting setting, int threads, int keys) {
        this.name = "jdbc-" + setting.label + (keys == 1 ? "" : "-in" + keys) + "-" + threads;
        this.threads = threads;
        this.keys = keys;
        this.sql = COLUMNS + (keys == 1 ? "= ?" : "IN (?" + ",?".repeat(keys - 1) + ")");
        pool.setJdbcUrl(db.url(setting.options));
        pool.setUsername(db.user());
        pool.setPassword(db.password());
        pool.setMaximumPoolSize(threads);
        pool.setMinimumIdle(threads);
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
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            int id = 0;
            for (int i = 1; i <= keys; i++) {
                id = UserTable.randomId();
                statement.setInt(i, id);
            }
            try (ResultSet row = statement.executeQuery()) {
                return keys == 1 ? one(id, row) : many(row);
            }
        }
    }

    private static long one(int id, ResultSet row) throws SQLException {
        if (!row.next()) {
            throw new AssertionError("no row " + id);
        }
        Check.row(id, row.getString(2), row.getString(3), row.getTimestamp(4));
        return 1;
    }

    /** Random ids may be equal, so a row less than asked for is no error; none at all is. */
    private static long many(ResultSet row) throws SQLException {
        long rows = 0;
        while (row.next()) {
            Check.row(row.getInt(1), row.getString(2), row.getString(3), row.getTimestamp(4));
            rows++;
        }
        if (rows == 0) {
            throw new AssertionError("no rows");
        }
        return rows;
    }

    @Override
    public void close() {
        pool.close();
    }
}
