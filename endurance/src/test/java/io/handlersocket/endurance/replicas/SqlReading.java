// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Reads by SQL from one server, whatever its state is. */
final class SqlReading implements Reading {

    private final Supplier<DataSource> server;
    private final String query;
    private @Nullable Connection connection;
    private @Nullable PreparedStatement statement;

    /** Asks for the server again whenever a connection is lost. */
    SqlReading(Supplier<DataSource> server) {
        this(server, FreshTable.SELECT);
    }

    /** Another query for version, nonce, server, and perhaps a number after them. */
    SqlReading(Supplier<DataSource> server, String query) {
        this.server = server;
        this.query = query;
    }

    /** What a query has returned; the number is 0 if no row was found. */
    record Answer(Seen seen, long number) {}

    @Override
    public Seen read(int key, @Nullable Token token) throws SQLException {
        return ask(key).seen();
    }

    Answer ask(int key) throws SQLException {
        try {
            if (connection == null) {
                connection = server.get().getConnection();
            }
            if (statement == null) {
                statement = connection.prepareStatement(query);
            }
            statement.setInt(1, key);
            try (ResultSet row = statement.executeQuery()) {
                if (!row.next()) {
                    return new Answer(new Seen(0, 0, "unknown", Observed.UNKNOWN), 0);
                }
                Seen seen = new Seen(row.getInt(1), row.getLong(2), row.getString(3), Observed.UNKNOWN);
                return new Answer(seen, row.getMetaData().getColumnCount() > 3 ? row.getLong(4) : 0);
            }
        } catch (SQLException e) {
            close();
            throw e;
        }
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        statement = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (SQLException ignored) {
            // It was lost, or is closed now.
        }
    }
}
