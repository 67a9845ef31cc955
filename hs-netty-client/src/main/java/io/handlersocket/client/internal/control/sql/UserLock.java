// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An SQL user lock, held on a connection of its own. */
public final class UserLock implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");

    private final Connection connection;
    private final String name;
    private final AtomicBoolean released = new AtomicBoolean();

    private UserLock(Connection connection, String name) {
        this.connection = connection;
        this.name = name;
    }

    /** Takes the lock; empty if it is held elsewhere for so long, if this is another database, or if SQL cannot be asked. */
    public static Optional<UserLock> take(DataSource dataSource, String name, Duration wait) {
        try {
            Connection connection = dataSource.getConnection();
            try {
                if (isMariaDb(connection) && lock(connection, name, wait)) {
                    return Optional.of(new UserLock(connection, name));
                }
                connection.close();
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("HandlerSocket: going on without the lock {}", name, e);
        }
        return Optional.empty();
    }

    private static boolean isMariaDb(Connection connection) throws SQLException {
        return "MariaDB".equals(connection.getMetaData().getDatabaseProductName());
    }

    private static boolean lock(Connection connection, String name, Duration wait) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT GET_LOCK(?, ?)")) {
            statement.setString(1, name);
            statement.setLong(2, wait.toSeconds());
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getInt(1) == 1;
            }
        }
    }

    /** As {@link #release}, whether it was held or not. */
    @Override
    public void close() {
        release();
    }

    /** Lets go, and gives the connection back; false, the first time, if it was not held any more. */
    public boolean release() {
        if (released.getAndSet(true)) {
            return true;
        }
        try (connection;
                PreparedStatement statement = connection.prepareStatement("SELECT RELEASE_LOCK(?)")) {
            // A pool does not end the session with the connection.
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getInt(1) == 1;
            }
        } catch (SQLException e) {
            LOG.debug("HandlerSocket: the lock {} ended with its session", name, e);
            return false;
        }
    }
}
