// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.replicas;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;

/** Connector/J over HikariCP, with as many connections as threads. */
final class PooledReads implements Arm {

    private static final String SELECT = "SELECT user_id, user_name, user_email, created FROM user WHERE user_id = ?";

    private final String name;
    private final int threads;
    private final HikariDataSource pool = new HikariDataSource();
    private final LongAdder rows = new LongAdder();

    /** @param readOnly whether the connections are set to read-only, by which the driver chooses a replica */
    PooledReads(String name, Database db, int threads, boolean readOnly) {
        this.name = name;
        this.threads = threads;
        pool.setJdbcUrl(db.url());
        pool.setUsername(db.user());
        pool.setPassword(db.password());
        pool.setMaximumPoolSize(threads);
        pool.setMinimumIdle(threads);
        pool.setReadOnly(readOnly);
    }

    /** Returns the {@code server_id} of the servers that the connections read from. */
    Set<Long> servers() throws SQLException {
        Set<Long> ids = new TreeSet<>();
        List<Connection> all = new ArrayList<>();
        try {
            for (int i = 0; i < threads; i++) {
                Connection connection = pool.getConnection();
                all.add(connection);
                try (Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("SELECT @@server_id")) {
                    row.next();
                    ids.add(row.getLong(1));
                }
            }
        } finally {
            for (Connection connection : all) {
                connection.close();
            }
        }
        return ids;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long run(Slice slice) throws Exception {
        long read = Threads.run(threads, slice, this::once);
        rows.add(read);
        return read;
    }

    /** Returns the rows of all slices so far. */
    long rows() {
        return rows.sum();
    }

    private long once() throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(SELECT)) {
            return UserTable.read(statement);
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
