// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the driver's connection below wrappers. */
final class DriverConnection {

    private static final Logger LOG = LoggerFactory.getLogger(DriverConnection.class);

    private static final @Nullable Class<? extends Connection> DRIVER = driver();

    private DriverConnection() {}

    private static @Nullable Class<? extends Connection> driver() {
        try {
            return Class.forName("org.mariadb.jdbc.Connection").asSubclass(Connection.class);
        } catch (ClassNotFoundException | LinkageError e) {
            return null; // the driver may be absent
        }
    }

    /**
     * Returns the object that the driver makes for each session of a connection.
     *
     * @throws IllegalStateException if it does not show it
     */
    static Object session(Connection physical) {
        return Objects.requireNonNull(Reflection.get(physical, "getContext"), "session");
    }

    static boolean isClosed(Connection physical) {
        try {
            return physical.isClosed();
        } catch (SQLException | RuntimeException e) {
            return true;
        }
    }

    /**
     * Returns the driver's connection; null if the wrappers hide it, or it is of another driver.
     *
     * @throws SQLException if a lazy connection cannot get one from its pool
     */
    static @Nullable Connection below(Connection connection) throws SQLException {
        try {
            return DRIVER != null && connection.isWrapperFor(DRIVER) ? connection.unwrap(DRIVER) : null;
        } catch (LinkageError | RuntimeException e) {
            LOG.debug(PooledConnections.HIDDEN, e);
            return null;
        }
    }
}
