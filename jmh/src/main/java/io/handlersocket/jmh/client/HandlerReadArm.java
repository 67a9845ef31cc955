// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.Threads;
import io.handlersocket.jmh.measure.UserTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.mariadb.jdbc.MariaDbDataSource;

/** {@code HANDLER … READ} over JDBC: SQL's own way around the optimiser; prepared, so that nothing is parsed either. */
final class HandlerReadArm implements Arm {

    private record Reader(Connection connection, PreparedStatement statement) {}

    private final int threads;
    private final Queue<Reader> readers = new ConcurrentLinkedQueue<>();

    HandlerReadArm(Database db, int threads) throws SQLException {
        this.threads = threads;
        MariaDbDataSource source = new MariaDbDataSource(db.url(JdbcSetting.PREPARED.options));
        source.setUser(db.user());
        source.setPassword(db.password());
        for (int i = 0; i < threads; i++) {
            Connection connection = source.getConnection();
            try (Statement statement = connection.createStatement()) {
                statement.execute("HANDLER user OPEN");
            }
            readers.add(new Reader(connection, connection.prepareStatement("HANDLER user READ `PRIMARY` = (?)")));
        }
    }

    @Override
    public String name() {
        return "handler-read-" + threads;
    }

    /** The handler is the session's, so each reader stays with its connection; borrowing one costs next to nothing. */
    @Override
    public long run(Slice slice) throws Exception {
        return Threads.run(threads, slice, () -> {
            Reader reader = readers.remove();
            try {
                return UserTable.read(reader.statement());
            } finally {
                readers.add(reader);
            }
        });
    }

    @Override
    public void close() {
        for (Reader reader : readers) {
            try {
                reader.connection().close();
            } catch (SQLException gone) {
                // Nothing is left to give back.
            }
        }
    }
}
