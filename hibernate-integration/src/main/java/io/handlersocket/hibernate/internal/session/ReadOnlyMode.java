// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which DataSource a lazy connection is fetched from, where a separate one serves read-only transactions. The
 * read-only mode at its first use decides; from then on, Spring ignores {@link Connection#setReadOnly}. So a call that
 * changes what {@link Connection#isReadOnly} returns proves that nothing was fetched before, and a call that changes
 * nothing has no effect on the choice.
 */
final class ReadOnlyMode {

    private static final Logger LOG = LoggerFactory.getLogger(ReadOnlyMode.class);

    private final Connection connection;
    private final @Nullable Integer defaultIsolation;
    private @Nullable Boolean before;
    private volatile boolean readOnly;
    private volatile boolean known = true;

    /** @param connection a new lazy connection, which is not read-only */
    ReadOnlyMode(Connection connection) {
        this.connection = connection;
        this.defaultIsolation = isolation(connection);
    }

    private static @Nullable Integer isolation(Connection lazy) {
        try {
            return lazy.getTransactionIsolation();
        } catch (SQLException e) {
            LOG.debug("A connection does not tell its isolation; its session may stay on JDBC", e);
            return null;
        }
    }

    /** Called before the mode is set. */
    void changes() {
        before = ask();
    }

    /** Called after the mode was set. */
    void changed() {
        Boolean now = ask();
        if (before == null || now == null) {
            readOnly = true; // such a connection proves nothing about the other DataSource
            known = false;
        } else if (!now.equals(before)) {
            readOnly = now;
            known = true;
        }
    }

    private @Nullable Boolean ask() {
        try {
            return connection.isReadOnly();
        } catch (SQLException e) {
            LOG.debug("A connection does not tell whether it is read-only; its session stays on JDBC", e);
            return null;
        }
    }

    /** Returns whether the connection was or will be fetched from the read-only DataSource; true if that is unknown. */
    boolean isReadOnly() {
        return readOnly;
    }

    /**
     * Returns whether an isolation that is set before the connection is fetched is surely set on it then. Spring leaves
     * out the default of the target, which may not be that of the other DataSource.
     */
    boolean applies(int isolation) {
        return defaultIsolation != null && defaultIsolation != isolation;
    }

    /** Returns whether {@link #isReadOnly} is proven. */
    boolean isKnown() {
        return known;
    }
}
