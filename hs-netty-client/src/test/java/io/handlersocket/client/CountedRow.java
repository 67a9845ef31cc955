// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A row of one node over SQL: its {@code v} only grows. For one thread. */
final class CountedRow implements AutoCloseable {

    private final Connection connection;
    private final PreparedStatement select;
    private final PreparedStatement update;

    /** In a session that does not wait for what other nodes have committed. */
    CountedRow(HandlerSocketMariaDB node, String table, int id) throws SQLException {
        connection = node.dataSource().getConnection();
        try {
            select = connection.prepareStatement("SELECT v FROM " + table + " WHERE id = " + id);
            update = connection.prepareStatement("UPDATE " + table + " SET v = v + 1 WHERE id = " + id);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    int value() throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Waits until it is committed here. The other nodes apply it later. */
    void increment() throws SQLException {
        update.executeUpdate();
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
