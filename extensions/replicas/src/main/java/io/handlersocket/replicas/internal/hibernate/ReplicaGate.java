// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.hibernate;

import io.handlersocket.hibernate.spi.LoadScopes.SessionState;
import java.sql.SQLException;
import org.hibernate.ConnectionReleaseMode;
import org.hibernate.FlushMode;
import org.hibernate.engine.spi.EntityEntry;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.engine.spi.Status;
import org.hibernate.resource.jdbc.spi.LogicalConnectionImplementor;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a replica may answer a read of a session, and if not, why. Whatever may write stays on the primary: a
 * stale entity that is changed and flushed would overwrite what it does not show.
 */
final class ReplicaGate {

    private static final String MAY_CHANGE = "the session may change what it loads (expected setDefaultReadOnly(true))";
    private static final String MAY_FLUSH = "the session flushes changes (expected FlushMode.MANUAL)";
    private static final String MAY_WRITE = "the transaction may write (expected FlushMode.MANUAL, and"
            + " setDefaultReadOnly(true) or a read-only connection)";
    private static final String CACHED = "the second-level cache would give a replica's entity to other sessions";
    private static final String CHANGEABLE = "a load into an entity that the session may change";
    private static final String GIVES_BACK = "the session gives its connection back before it closes"
            + " (expected hibernate.connection.handling_mode=DELAYED_ACQUISITION_AND_HOLD)";
    private static final String HAS_RUN = "the session has run SQL on its connection";

    private ReplicaGate() {}

    /** Returns why the primary must answer a load of entities; null if a replica may. */
    static @Nullable String ofLoad(ExecutionContext context, SessionState state) {
        SharedSessionContractImplementor session = state.session();
        if (!session.isDefaultReadOnly()
                || Boolean.FALSE.equals(context.getQueryOptions().isReadOnly())) {
            return MAY_CHANGE;
        }
        if (session.getHibernateFlushMode() != FlushMode.MANUAL) {
            return MAY_FLUSH;
        }
        // The presence of a cache says nothing; one that keeps something has a region.
        if (!session.getFactory().getCache().getCacheRegionNames().isEmpty()
                && session.getCacheMode().isPutEnabled()) {
            return CACHED;
        }
        if (isChangeable(context.getEntityInstance(), session)) {
            return CHANGEABLE;
        }
        return ofConnection(state);
    }

    /** Returns why the primary must answer a read of rows that the session does not keep; null if a replica may. */
    static @Nullable String ofRows(SessionState state) {
        if (state.session().isTransactionInProgress() && !onlyReads(state.session())) {
            return MAY_WRITE;
        }
        return ofConnection(state);
    }

    /**
     * With FlushMode.MANUAL alone, the application may flush by hand. Spring gives a session that is older than its
     * read-only transaction a read-only connection, on which the server refuses writes.
     */
    private static boolean onlyReads(SharedSessionContractImplementor session) {
        return session.getHibernateFlushMode() == FlushMode.MANUAL
                && (session.isDefaultReadOnly() || hasReadOnlyConnection(session));
    }

    private static boolean hasReadOnlyConnection(SharedSessionContractImplementor session) {
        LogicalConnectionImplementor logical = session.getJdbcCoordinator().getLogicalConnection();
        try {
            return logical.isPhysicallyConnected()
                    && logical.getPhysicalConnection().isReadOnly();
        } catch (SQLException e) {
            return false; // the statement that JDBC runs will tell
        }
    }

    /** Whether the load fills an entity that may be changed. A refresh has evicted the entity until it is filled. */
    private static boolean isChangeable(@Nullable Object entity, SharedSessionContractImplementor session) {
        if (entity == null) {
            return false;
        }
        EntityEntry entry = session.getPersistenceContextInternal().getEntry(entity);
        return entry == null || entry.getStatus() != Status.READ_ONLY;
    }

    /**
     * SQL of the session has shown the primary's state, or changed it, and a replica could show an older one. What ran
     * is known only while the session keeps its connection.
     */
    private static @Nullable String ofConnection(SessionState state) {
        LogicalConnectionImplementor logical =
                state.session().getJdbcCoordinator().getLogicalConnection();
        if (logical.getConnectionHandlingMode().getReleaseMode() != ConnectionReleaseMode.ON_CLOSE) {
            return GIVES_BACK;
        }
        return state.mayHaveRun() ? HAS_RUN : null;
    }
}
