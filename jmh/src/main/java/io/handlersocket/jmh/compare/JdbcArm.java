// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/** Connector/J over HikariCP with server-side prepared statements, its best setting; as many connections as threads. */
final class JdbcArm implements Arm {

    static final String SELECT = "SELECT user_name, user_email, created FROM user WHERE user_id = ?";

    private final int threads;
    private final int keys;
    private final HikariDataSource pool = new HikariDataSource();

    /** @param keys ids of one statement: 1, or the length of an IN list */
    JdbcArm(HandlerSocketMariaDB db, int threads, int keys) {
        this.threads = threads;
        this.keys = keys;
        pool.setJdbcUrl(db.getJdbcUrl() + "?useServerPrepStmts=true&prepStmtCacheSize=256&cachePrepStmts=true");
        pool.setUsername(db.getUsername());
        pool.setPassword(db.getPassword());
        pool.setMaximumPoolSize(threads);
        pool.setMinimumIdle(threads);
    }

    @Override
    public String name() {
        return (keys == 1 ? "jdbc" : "jdbc-in" + keys) + "-" + threads;
    }

    @Override
    public long run(long deadlineNanos) throws Exception {
        return Threads.run(threads, deadlineNanos, keys == 1 ? this::one : this::many);
    }

    private long one() throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(SELECT)) {
            int id = ThreadLocalRandom.current().nextInt(Fixture.ROWS);
            statement.setInt(1, id);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                Check.row(id, row.getString(1), row.getString(2), row.getTimestamp(3));
            }
        }
        return 1;
    }

    private long many() throws SQLException {
        String in = "SELECT user_id, user_name, user_email, created FROM user WHERE user_id IN (?"
                + ",?".repeat(keys - 1) + ")";
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(in)) {
            for (int i = 1; i <= keys; i++) {
                statement.setInt(i, ThreadLocalRandom.current().nextInt(Fixture.ROWS));
            }
            long rows = 0;
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    Check.row(row.getInt(1), row.getString(2), row.getString(3), row.getTimestamp(4));
                    rows++;
                }
            }
            return rows;
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
