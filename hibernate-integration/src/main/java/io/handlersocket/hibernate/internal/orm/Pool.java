// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.hibernate.internal.gate.ConnectionTracker;
import io.handlersocket.hibernate.internal.gate.PoolFacts;
import io.handlersocket.hibernate.internal.gate.SqlKinds;
import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import io.handlersocket.hibernate.internal.gate.TransactionGate;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known of the connections that Hibernate gets. */
final class Pool {

    private static final Logger LOG = LoggerFactory.getLogger(Pool.class);

    private final PoolServer server = new PoolServer(System::nanoTime);
    private final SqlKinds kinds = new SqlKinds();
    private volatile @Nullable PoolFacts facts;
    private volatile @Nullable String refusal;

    /** The facts, or null as long as there was no connection. */
    @Nullable
    PoolFacts facts() {
        return facts;
    }

    /**
     * Why loads must use these connections.
     *
     * @param identity of the server that the client reads from, null as long as that is not known
     * @return null if nothing of the pool speaks against loads past it
     */
    @Nullable
    String refusal(@Nullable String identity) {
        String forGood = refusal;
        if (forGood != null) {
            return forGood;
        }
        PoolFacts known = facts;
        if (known != null && !known.oneHost()) {
            // The driver moves a connection to another host unseen.
            return "the JDBC URL names several hosts";
        }
        if (known != null && !known.refusal().isEmpty()) {
            return known.refusal();
        }
        if (known != null && known.isolation() == Connection.TRANSACTION_READ_UNCOMMITTED) {
            return TransactionGate.UNCOMMITTED;
        }
        return known == null || identity == null || server.is(identity)
                ? null
                : "the application's pool reaches another server than the client";
    }

    /** The DataSource chooses among servers for each connection. */
    void routes() {
        refusal = "the DataSource routes between servers";
    }

    /** Pools hand a session on, and nobody knows to whom: what was changed in it stays for as long as the pool lives. */
    private void sessionChanged() {
        if (refusal == null) {
            refusal = "a statement changed a session of the pool for good (SET, USE, LOCK TABLES, a temporary table)";
            LOG.warn("All loads use JDBC from now on: {}", refusal);
        }
    }

    /** Watches a connection that was just given out. */
    TrackedConnection track(Connection connection) {
        PoolFacts known = facts;
        server.seen(connection);
        if (known == null) {
            known = ask(connection);
            facts = known;
        }
        return ConnectionTracker.track(
                connection, known == null ? null : (Integer) known.isolation(), kinds, this::sessionChanged);
    }

    /** Null if the driver does not answer: then loads stay on JDBC, and the next connection is asked. */
    private static @Nullable PoolFacts ask(Connection connection) {
        try {
            return PoolFacts.of(connection);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("a connection does not say what it is", e);
            return null;
        }
    }
}
