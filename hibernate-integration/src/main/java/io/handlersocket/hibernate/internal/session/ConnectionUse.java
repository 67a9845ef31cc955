// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.internal.gate.Isolation;
import io.handlersocket.hibernate.internal.gate.SessionUse;
import io.handlersocket.hibernate.internal.gate.SqlKind;
import io.handlersocket.hibernate.internal.session.PooledConnections.Seen;
import io.handlersocket.hibernate.spi.LoadScopes;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One use of a pooled connection. The session is proven at its start, at its end and when a load asks. */
public final class ConnectionUse implements SessionUse {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionUse.class);

    private static final String OTHER_ISOLATION =
            "the read-only DataSource may have another isolation than the one that the transaction has set";

    private static final String NO_SERVER = "none";

    private final PooledConnections pool;
    private final Connection connection;
    private final @Nullable ReadOnlyMode mode;
    private final @Nullable ReaderConnections readers;
    private volatile @Nullable LoadScopes scopes;
    private volatile @Nullable Seen seen;
    private volatile boolean sought;
    private volatile boolean isolationSet;
    private volatile @Nullable Integer isolationBefore;
    private volatile String onlyServer = NO_SERVER;
    private volatile boolean readOnlySet;
    private volatile boolean replacesSql;
    private volatile @Nullable Boolean readOnly;

    /**
     * @param mode whether the connection is of another DataSource than the pool's; null if there is no other one
     * @param readers the connections of the other DataSource; null if nothing is known of it
     */
    ConnectionUse(
            PooledConnections pool,
            Connection connection,
            boolean now,
            @Nullable ReadOnlyMode mode,
            @Nullable ReaderConnections readers) {
        this.pool = pool;
        this.connection = connection;
        this.mode = mode;
        this.readers = readers;
        if (now) {
            try {
                begins();
            } catch (SQLException e) {
                LOG.debug("A wrapper hides the driver's connection; loads of its session stay on JDBC", e);
            }
        }
    }

    public void tell(LoadScopes heard) {
        scopes = heard;
    }

    @Override
    public void begins() throws SQLException {
        if (!sought) {
            sought = true;
            Seen found = wasReadOnly() ? findOfReader() : pool.find(connection);
            seen = found;
            if (found != null) {
                found.pool().begins(found, isolationSet);
            }
        }
    }

    /** Both DataSources may share a pool, and then its facts count. */
    private @Nullable Seen findOfReader() throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        Seen known = pool.findKnown(connection);
        ReaderConnections reader = readers();
        return known != null || reader == null ? known : reader.find(connection, autoCommit);
    }

    private boolean wasReadOnly() {
        return mode != null && mode.isReadOnly();
    }

    /** Returns whether the connection is, or will be, of the read-only DataSource, or may be. */
    private boolean isOfReader() {
        Seen found = seen;
        return wasReadOnly() && (found == null || found.pool() != pool);
    }

    /** Returns the connections of the read-only DataSource if this connection is proven to be one of them. */
    private @Nullable ReaderConnections readers() {
        return mode != null && mode.isReadOnly() && mode.isKnown() ? readers : null;
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
        LoadScopes told = scopes;
        if (told != null) {
            told.usesSql();
        }
    }

    @Override
    public void outOfSight() {
        runs(SqlKind.ANYTHING);
    }

    @Override
    public void isolationSet(int level) {
        isolationSet = true;
        if (!sought) {
            isolationBefore = level;
        }
        Seen found = seen;
        if (found != null) {
            found.known().isolation(level);
        }
    }

    /**
     * A load over HandlerSocket has fetched no connection. If a statement had run instead, the connection would have
     * been fetched, and the call would have no effect.
     */
    @Override
    public boolean readOnlySets() {
        if (replacesSql) {
            return false;
        }
        if (mode != null && !sought) {
            mode.changes();
        }
        return true;
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
    public void ends(boolean onlyRead) {
        Seen found = seen;
        if (found != null) {
            found.pool().ends(found, isolationSet, onlyRead);
        }
    }

    @Override
    public @Nullable Isolation isolation() {
        Seen found = seen;
        SessionFacts facts = found == null ? null : found.known().facts();
        return facts == null ? isolationOfAll() : facts.settings().isolation();
    }

    /** Returns the isolation of a lazy connection, which may become any one of its DataSource; null if unknown. */
    private @Nullable Isolation isolationOfAll() {
        if (sought) {
            return null;
        }
        if (!wasReadOnly()) {
            return pool.isolation();
        }
        ReaderConnections reader = readers();
        return reader == null ? null : reader.isolation();
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
            known = found != null && found.pool().isReadOnly(found, readOnlySet);
            readOnly = known;
        }
        return known;
    }

    /** Returns why nothing is known of this connection: it is of another DataSource; null if something is. */
    public @Nullable String otherDataSource() {
        return isOfReader() && readers() == null ? ConnectionSource.READ_ONLY : null;
    }

    /**
     * Returns the identity of the only server that may answer loads of the session, as {@link #refusal} has found it;
     * null if the connection is not of the read-only DataSource. Without such a server, the identity is that of none.
     */
    public @Nullable String onlyServer() {
        return isOfReader() ? onlyServer : null;
    }

    /** Returns why loads of the session with this connection must use it; null if HandlerSocket may answer them. */
    public @Nullable String refusal(ServerFacts server) {
        String other = otherDataSource();
        onlyServer = NO_SERVER;
        if (other != null) {
            return other;
        }
        ReaderConnections reader = isOfReader() ? readers() : null;
        if (reader != null) {
            return refusal(reader);
        }
        if (!sought) { // still lazy: it may become any connection of the pool
            String reason = pool.refusal(server, true);
            if (mode != null && reason == null) {
                replacesSql = true;
            }
            return reason;
        }
        Seen found = seen;
        return found == null ? PooledConnections.HIDDEN : pool.refusal(found, server);
    }

    private @Nullable String refusal(ReaderConnections reader) {
        Seen found = seen;
        if (sought && found == null) {
            return PooledConnections.HIDDEN;
        }
        ReaderConnections.Server answers = reader.server(found);
        String reason = answers.refusal();
        if (reason == null && isOtherIsolation()) {
            reason = OTHER_ISOLATION;
        }
        if (reason == null) {
            onlyServer = answers.identity();
        }
        if (reason == null && found == null) {
            replacesSql = true;
        }
        return reason;
    }

    /** Returns whether the isolation that was set may not be the one of the reader's connection. */
    private boolean isOtherIsolation() {
        Integer set = isolationBefore;
        if (set == null || (mode != null && mode.applies(set))) {
            return false;
        }
        try {
            Isolation now = isolation();
            return set != (now == null ? connection.getTransactionIsolation() : now.level());
        } catch (SQLException e) {
            return true;
        }
    }
}
