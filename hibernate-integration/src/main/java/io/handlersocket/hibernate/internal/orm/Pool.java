// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.hibernate.internal.gate.ConnectionTracker;
import io.handlersocket.hibernate.internal.gate.PoolFacts;
import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What is known of the connections that Hibernate gets, learned from the first of them. */
final class Pool {

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
    TrackedConnection track(Connection connection) throws SQLException {
        PoolFacts known = facts;
        if (known == null) {
            known = PoolFacts.of(connection);
            facts = known;
        }
        return ConnectionTracker.track(
                connection, sessionsDiffer ? null : (Integer) known.isolation(), () -> sessionsDiffer = true);
    }
}
