// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.hibernate.internal.gate.ConnectionTracker;
import io.handlersocket.hibernate.internal.gate.PoolFacts;
import io.handlersocket.hibernate.internal.gate.SqlKinds;
import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is known of the connections that Hibernate gets, learned from the first of them. */
final class Pool {

    private static final Logger LOG = LoggerFactory.getLogger(Pool.class);

    private final SqlKinds kinds = new SqlKinds();
    private volatile @Nullable PoolFacts facts;

    // Set once a statement changed a session: pools hand that session on, so isolation is asked of each connection
    // then.
    private volatile boolean sessionsDiffer;

    /** The facts, or null as long as there was no connection. */
    @Nullable
    PoolFacts facts() {
        return facts;
    }

    /** Watches a connection that was just given out. */
    TrackedConnection track(Connection connection) {
        PoolFacts known = facts;
        if (known == null) {
            known = ask(connection);
            facts = known;
        }
        return ConnectionTracker.track(
                connection,
                known == null || sessionsDiffer ? null : (Integer) known.isolation(),
                kinds,
                () -> sessionsDiffer = true);
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
