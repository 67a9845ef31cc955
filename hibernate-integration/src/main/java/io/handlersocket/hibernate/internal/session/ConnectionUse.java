// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.spi.SqlUse;
import io.handlersocket.hibernate.internal.gate.Isolation;
import io.handlersocket.hibernate.internal.gate.SessionUse;
import io.handlersocket.hibernate.internal.gate.SqlKind;
import io.handlersocket.hibernate.internal.session.PooledConnections.Seen;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One use of a pooled connection. The session is proven at its start, at its end and when a load asks. */
public final class ConnectionUse implements SessionUse {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionUse.class);

    private final PooledConnections pool;
    private final Connection connection;
    private final @Nullable ReadOnlyMode mode;
    private volatile @Nullable Seen seen;
    private volatile boolean sought;
    private volatile boolean isolationSet;
    private volatile boolean readOnlySet;
    private volatile boolean replacesSql;
    private volatile @Nullable Boolean readOnly;

    /** @param mode whether the connection is of another DataSource than the pool's; null if there is no other one */
    ConnectionUse(PooledConnections pool, Connection connection, boolean now, @Nullable ReadOnlyMode mode) {
        this.pool = pool;
        this.connection = connection;
        this.mode = mode;
        if (now) {
            try {
                begins();
            } catch (SQLException e) {
                LOG.debug("A wrapper hides the driver's connection; loads of its session stay on JDBC", e);
            }
        }
    }

    @Override
    public void begins() throws SQLException {
        if (!sought) {
            sought = true;
            look(wasReadOnly() ? pool.findKnown(connection) : pool.find(connection));
        }
    }

    private boolean wasReadOnly() {
        return mode != null && mode.isReadOnly();
    }

    private void look(@Nullable Seen found) {
        seen = found;
        if (found != null) {
            pool.begins(found, isolationSet);
        }
    }

    @Override
    public void runs(SqlKind kind) {
        readOnly = null;
        Seen found = seen;
        if (found != null) {
            found.known().ran(kind);
        }
    }

    @Override
    public void usesSql() {
        SqlUse.onThisThread();
    }

    @Override
    public void outOfSight() {
        runs(SqlKind.ANYTHING);
    }

    @Override
    public void isolationSet(int level) {
        isolationSet = true;
        Seen found = seen;
        if (found != null) {
            found.known().isolation(level);
        }
    }

    /**
     * A load over HandlerSocket has fetched no connection. If a statement had run instead, the session would have kept
     * its connection to the primary, whatever its next transactions are.
     */
    @Override
    public void readOnlySets(boolean value) throws SQLException {
        if (value && replacesSql) {
            begins();
        }
        if (mode != null && !sought) {
            mode.changes();
        }
    }

    @Override
    public void readOnlySet(boolean value) {
        if (mode != null && !sought) {
            mode.changed();
        }
        readOnlySet = value;
        readOnly = null;
        Seen found = seen;
        if (found != null && !value) {
            found.known().writable();
        }
    }

    @Override
    public void ends() {
        Seen found = seen;
        if (found != null) {
            pool.ends(found, isolationSet);
        }
    }

    @Override
    public int isolation() throws SQLException {
        Seen found = seen;
        SessionFacts facts = found == null ? null : found.known().facts();
        if (facts != null) {
            return facts.settings().isolation();
        }
        Isolation common = sought ? null : pool.isolation();
        return common == null ? connection.getTransactionIsolation() : common.level();
    }

    @Override
    public boolean isSnapshotIsolation() {
        Seen found = seen;
        SessionFacts facts = found == null ? null : found.known().facts();
        if (facts != null) {
            return facts.settings().snapshotIsolation();
        }
        Isolation common = sought ? null : pool.isolation();
        return common == null || common.snapshot();
    }

    /**
     * Returns whether the server refuses every write of the next transaction. If the session has set its connection to
     * read-only, the server is asked once after each such call.
     */
    public boolean isReadOnly() throws SQLException {
        Boolean known = readOnly;
        if (known == null) {
            if (readOnlySet) {
                begins();
            }
            Seen found = seen;
            known = found != null && pool.isReadOnly(found, readOnlySet);
            readOnly = known;
        }
        return known;
    }

    /** Returns why nothing is known of this connection: it is of another DataSource; null if it is of the pool. */
    public @Nullable String otherDataSource() {
        return wasReadOnly() && seen == null ? ConnectionSource.READ_ONLY : null;
    }

    /** Returns why loads of the session with this connection must use it; null if HandlerSocket may answer them. */
    public @Nullable String refusal(ServerFacts server) {
        String other = otherDataSource();
        if (other != null) {
            return other;
        }
        if (!sought) { // still lazy: it may become any connection of the pool
            String reason = pool.refusal(server);
            if (mode != null && reason == null) {
                replacesSql = true;
            }
            return reason;
        }
        Seen found = seen;
        return found == null ? PooledConnections.HIDDEN : pool.refusal(found, server);
    }
}
