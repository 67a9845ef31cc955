// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Counts the rows that a server has read by key. Asks on one connection, because thousands of runs ask. */
final class KeyReads implements AutoCloseable {

    private final Connection connection;

    KeyReads(HandlerSocketMariaDB server) throws SQLException {
        connection = server.rootDataSource().getConnection();
    }

    /** Returns the count of all sessions and of HandlerSocket since the server's start. */
    long count() {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Handler_read_key'")) {
            if (!row.next()) {
                throw new IllegalStateException("no status variable Handler_read_key");
            }
            return row.getLong(2);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
