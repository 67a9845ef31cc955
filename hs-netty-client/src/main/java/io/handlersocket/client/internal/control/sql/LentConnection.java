// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import javax.sql.DataSource;

/**
 * A connection of a DataSource with autocommit and a limit for each statement, and what it had before.
 *
 * @param networkTimeout how long a statement may take, in milliseconds
 */
record LentConnection(Connection connection, int networkTimeout, int networkTimeoutBefore, boolean autoCommitBefore) {

    /** Takes a connection and prepares it; closes it if that fails. */
    static LentConnection of(DataSource dataSource, int networkTimeoutMillis) throws SQLException {
        Connection connection = dataSource.getConnection();
        try {
            int timeout = limitWaiting(connection, networkTimeoutMillis);
            boolean autoCommit = connection.getAutoCommit();
            if (!autoCommit) {
                connection.setAutoCommit(true);
            }
            return new LentConnection(connection, networkTimeoutMillis, timeout, autoCommit);
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    private static int limitWaiting(Connection connection, int networkTimeoutMillis) throws SQLException {
        try {
            int before = connection.getNetworkTimeout();
            connection.setNetworkTimeout(Runnable::run, networkTimeoutMillis);
            return before;
        } catch (SQLFeatureNotSupportedException e) {
            return networkTimeoutMillis; // the driver of another product, which discovery refuses
        }
    }

    LentConnection limitedTo(int networkTimeoutMillis) {
        try {
            limitWaiting(connection, networkTimeoutMillis);
        } catch (SQLException e) {
            // The connection is lost, as the next statement will find.
        }
        return new LentConnection(connection, networkTimeoutMillis, networkTimeoutBefore, autoCommitBefore);
    }

    /** Gives the connection back as it was: a pool expects that. */
    void giveBack() {
        try (connection) {
            if (connection.isClosed()) {
                return;
            }
            if (networkTimeoutBefore != networkTimeout) {
                connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
            }
            if (!autoCommitBefore) {
                connection.setAutoCommit(false);
            }
        } catch (SQLException e) {
            // The connection is given up anyway.
        }
    }
}
