// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.internal.gate.Isolation;
import io.handlersocket.hibernate.internal.session.PooledConnections.Seen;
import io.handlersocket.hibernate.internal.util.DriverValues;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The connections of the DataSource for read-only transactions, and the other server whose rows their SQL reads. The same
 * facts are proven for it as for the client's own server and its pool. Safe for use by several threads.
 */
public final class ReaderConnections {

    private static final String SEVERAL = "several configured replicas are the server of the read-only DataSource";
    private static final String AUTO_COMMIT =
            "the connections of the read-only DataSource have another auto-commit mode than the others";
    private static final String OPTIONS = "the read-only DataSource has other driver options, which change values";

    private final PooledConnections pooled;
    private final PooledConnections target;
    private final Function<String, List<ServerFacts>> others;
    private volatile boolean otherAutoCommit;

    /**
     * @param pooled what is known of these connections
     * @param target the connections of all other transactions, by whose driver options plans are made
     * @param others returns the facts about each other server of the client that is the process with this identity
     */
    public ReaderConnections(
            PooledConnections pooled, PooledConnections target, Function<String, List<ServerFacts>> others) {
        this.pooled = pooled;
        this.target = target;
        this.others = others;
    }

    /** The server process that answers in place of SQL; empty, with a reason, if none does. */
    record Server(String identity, @Nullable String refusal) {}

    /**
     * Finds the driver's connection, as {@link PooledConnections#find} does.
     *
     * @param autoCommit the mode that the lazy connection has shown before, which is the target's unless it was set
     */
    @Nullable
    Seen find(Connection connection, boolean autoCommit) throws SQLException {
        Seen found = pooled.find(connection);
        if (connection.getAutoCommit() != autoCommit) {
            otherAutoCommit = true;
        }
        return found;
    }

    /** Returns why SQL must answer a new read-only transaction; null if another server may. */
    public @Nullable String refusal() {
        return server(null).refusal();
    }

    /** Returns the strictest isolation of these connections when {@link #server} was last called; null if unknown. */
    @Nullable
    Isolation isolation() {
        return pooled.isolation();
    }

    /**
     * Finds the server that SQL would read.
     *
     * @param seen the connection of the session; null if it could get any of the pool
     */
    Server server(@Nullable Seen seen) {
        String identity = seen == null ? pooled.identity() : identity(seen);
        if (identity == null) {
            return new Server("", seen == null ? PooledConnections.NONE : PhysicalConnection.SILENT);
        }
        List<ServerFacts> all = others.apply(identity);
        // If both DataSources reach one server, they may share a pool, and what one has done is not known of the other.
        if (all.isEmpty() || identity.equals(target.identity())) {
            return new Server("", ConnectionSource.READ_ONLY);
        }
        if (all.size() > 1) {
            return new Server("", SEVERAL);
        }
        String refusal = refusal(seen, all.get(0));
        return new Server(refusal == null ? identity : "", refusal);
    }

    private static @Nullable String identity(Seen seen) {
        SessionFacts facts = seen.known().facts();
        return facts == null ? null : facts.identity();
    }

    private @Nullable String refusal(@Nullable Seen seen, ServerFacts server) {
        String reason = seen == null ? pooled.refusal(server, true) : pooled.refusal(seen, server);
        if (reason != null) {
            return reason;
        }
        if (otherAutoCommit) {
            return AUTO_COMMIT;
        }
        return target.driver().options().isPartOf(pooled.driver().options()) ? null : OPTIONS;
    }

    /** Returns what is proven about the values of all connections, by whose driver options plans are made. */
    public DriverValues driver() {
        DriverValues proven = target.driver();
        return proven.collation().equals(pooled.driver().collation()) ? proven : proven.options();
    }

    public void distrust() {
        pooled.distrust();
    }
}
