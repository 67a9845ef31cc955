// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.galera;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** An SQL session on one node, which is opened again when it was lost. For one thread. */
final class NodeSession implements AutoCloseable {

    private static final int NOT_READY = 1047;
    private static final String NO_CONNECTION = "08";

    private final HandlerSocketMariaDB node;
    private final String setting;
    private @Nullable Connection connection;

    /** @param waits whether its reads wait for what other nodes have committed */
    NodeSession(HandlerSocketMariaDB node, boolean waits) {
        this.node = node;
        setting = setting(waits);
    }

    static String setting(boolean waits) {
        return "SET SESSION wsrep_sync_wait = " + (waits ? 1 : 0);
    }

    /** Whether the node answers, but no query. */
    static boolean isRefusal(SQLException e) {
        return e.getErrorCode() == NOT_READY;
    }

    static boolean isDown(SQLException e) {
        return !isRefusal(e) && e.getSQLState() != null && e.getSQLState().startsWith(NO_CONNECTION);
    }

    Connection connection() throws SQLException {
        Connection open = connection;
        if (open != null && !open.isClosed()) {
            return open;
        }
        String url = node.jdbcUrl("connectTimeout=5000&socketTimeout=30000&user=" + node.getUsername() + "&password="
                + node.getPassword());
        open = DriverManager.getConnection(url);
        connection = open;
        try (Statement statement = open.createStatement()) {
            statement.execute(setting);
        } catch (SQLException e) {
            close();
            throw e;
        }
        return open;
    }

    PreparedStatement prepare(String query) throws SQLException {
        return connection().prepareStatement(query);
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (SQLException ignored) {
            // It was lost, or is closed now.
        }
    }
}
