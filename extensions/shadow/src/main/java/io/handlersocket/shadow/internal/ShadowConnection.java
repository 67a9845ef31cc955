// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The only connection of shadow mode, opened at the first use. It must pass the same proof as the pool's connections:
 * otherwise a replica or another schema would look like a difference. For use by one thread.
 */
final class ShadowConnection implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = (int) TimeUnit.SECONDS.toMillis(5);

    private record Open(Connection connection, Supplier<@Nullable String> refusal) {}

    private final DataSource dataSource;
    private final Function<Connection, Supplier<@Nullable String>> proof;
    private @Nullable Open open;

    ShadowConnection(DataSource dataSource, Function<Connection, Supplier<@Nullable String>> proof) {
        this.dataSource = dataSource;
        this.proof = proof;
    }

    /**
     * Returns the connection, with auto-commit.
     *
     * @throws SQLException if it cannot be opened
     * @throws LeftToJdbcException if it is not proven to reach the server of HandlerSocket as the same account; the
     *     reason says why
     */
    Connection get() throws SQLException {
        Open known = open;
        if (known != null && !known.connection().getAutoCommit()) {
            close(); // the last read has left a transaction open
            known = null;
        }
        if (known == null) {
            known = open(dataSource.getConnection());
            open = known;
        }
        String refusal = known.refusal().get();
        if (refusal != null) {
            throw new LeftToJdbcException(JdbcReason.Kind.SESSION, refusal);
        }
        return known.connection();
    }

    private Open open(Connection connection) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, TIMEOUT_MILLIS);
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            return new Open(connection, proof.apply(connection));
        } catch (SQLException | RuntimeException e) {
            connection.close();
            throw e;
        }
    }

    @Override
    public void close() {
        Open known = open;
        open = null;
        if (known != null) {
            try {
                known.connection().close();
            } catch (SQLException e) {
                // It is broken, which may be the reason to close it.
            }
        }
    }
}
