// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.shadow;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.internal.plan.LeftToJdbcException;
import io.handlersocket.hibernate.internal.session.ConnectionUse;
import io.handlersocket.hibernate.internal.session.PooledConnections;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * The only connection of shadow mode, opened at the first use. It must pass the same proof as the pool's connections:
 * otherwise a replica or another schema would look like a difference. For use by one thread.
 */
final class ShadowConnection implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = (int) TimeUnit.SECONDS.toMillis(5);

    private record Open(Connection connection, ConnectionUse use) {}

    private final DataSource dataSource;
    private final PooledConnections facts;
    private final Supplier<@Nullable ServerFacts> server;
    private @Nullable Open open;

    /**
     * @param facts the facts about this connection only
     * @param server the client's server
     */
    ShadowConnection(DataSource dataSource, PooledConnections facts, Supplier<@Nullable ServerFacts> server) {
        this.dataSource = dataSource;
        this.facts = facts;
        this.server = server;
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
        ServerFacts now = server.get();
        String refusal =
                now == null ? "HandlerSocket is not connected" : known.use().refusal(now);
        if (refusal != null) {
            throw new LeftToJdbcException(Kind.SESSION, refusal);
        }
        return known.connection();
    }

    private Open open(Connection connection) throws SQLException {
        try {
            connection.setNetworkTimeout(Runnable::run, TIMEOUT_MILLIS);
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            return new Open(connection, facts.use(connection, false));
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
