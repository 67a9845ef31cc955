// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerLock;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An SQL user lock on its own connection. It ends when it is released or when its SQL session ends. Any thread. */
public final class UserLock implements ServerLock {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");

    private final Connection connection;
    private final String name;
    private boolean released;

    private UserLock(Connection connection, String name) {
        this.connection = connection;
        this.name = name;
    }

    /**
     * Takes the lock; waits so long for the session that holds it. Fails with {@link RequestTimeoutException} after
     * that, with {@link RefusedException} if the database is not MariaDB, and with {@link UnavailableException} if SQL
     * does not answer.
     */
    public static UserLock acquire(DataSource dataSource, String name, Duration wait) {
        refuseNegative(wait);
        return take(open(dataSource, name), name, wait);
    }

    static void refuseNegative(Duration wait) {
        if (wait.isNegative()) {
            throw new IllegalArgumentException("wait: " + wait + " (expected 0 or more)");
        }
    }

    /** Opens the connection of a lock; fails as {@link #acquire} does. */
    static Connection open(DataSource dataSource, String name) {
        Connection connection = null;
        try {
            connection = dataSource.getConnection();
            String product = connection.getMetaData().getDatabaseProductName();
            if (!product.equals("MariaDB")) {
                throw new RefusedException(name + ": the database is " + product + " (expected MariaDB)");
            }
            return connection;
        } catch (SQLException | RuntimeException e) {
            throw failed(connection, name, e);
        }
    }

    /** Takes the lock on a connection, and closes the connection if it fails; as {@link #acquire} does. */
    static UserLock take(Connection connection, String name, Duration wait) {
        try {
            if (!isTrue(connection, "SELECT GET_LOCK(?, " + wait.toMillis() / 1000.0 + ")", name)) {
                throw new RequestTimeoutException(name + ": another session held the lock for " + wait, false);
            }
            return new UserLock(connection, name);
        } catch (SQLException | RuntimeException e) {
            throw failed(connection, name, e);
        }
    }

    /** Closes the connection and returns what its failure is to the caller. */
    static HandlerSocketException failed(@Nullable Connection connection, String name, Exception failure) {
        closeQuietly(connection);
        return failure instanceof HandlerSocketException known ? known : noAnswer(name, failure);
    }

    private static UnavailableException noAnswer(String name, Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof InterruptedException) {
                Thread.currentThread().interrupt(); // not every pool sets the flag
            }
        }
        UnavailableException unavailable =
                new UnavailableException(Reason.NOT_CONNECTED, name + ": SQL: " + failure.getMessage());
        unavailable.initCause(failure);
        return unavailable;
    }

    private static boolean isTrue(Connection connection, String query, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getInt(1) == 1;
            }
        }
    }

    static void closeQuietly(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException e) {
            LOG.debug("HandlerSocket: closing an SQL connection failed", e);
        }
    }

    public synchronized boolean isOfPlugin() {
        try {
            return isTrue(
                    connection,
                    "SELECT COUNT(*) > 0 FROM information_schema.GLOBAL_VARIABLES WHERE VARIABLE_NAME = ?",
                    "HANDLERSOCKET_PORT");
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public synchronized boolean isHeld() {
        try {
            return !released && isTrue(connection, "SELECT IS_USED_LOCK(?) = CONNECTION_ID()", name);
        } catch (SQLException e) {
            return false;
        }
    }

    @Override
    public void close() {
        if (!release()) {
            throw new ConnectionLostException(
                    name + ": the SQL session ended before the lock was released, so others were not kept out", null);
        }
    }

    /** Releases the lock and closes the connection; returns false, the first time, if the session had ended before. */
    public synchronized boolean release() {
        if (released) {
            return true;
        }
        released = true;
        try { // a pool keeps the session, so closing the connection is not enough
            return isTrue(connection, "SELECT RELEASE_LOCK(?)", name);
        } catch (SQLException e) {
            LOG.debug("HandlerSocket: the lock {} ended with its session", name, e);
            return false;
        } finally {
            closeQuietly(connection);
        }
    }
}
