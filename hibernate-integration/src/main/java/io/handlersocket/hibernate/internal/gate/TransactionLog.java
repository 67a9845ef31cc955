// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What ran on one connection since its transaction began. Written by whichever thread uses the connection, so by one at a
 * time; the fields are volatile because that thread may change.
 */
public final class TransactionLog {

    /** In rising order: a transaction only goes up until it ends. */
    public enum State {
        /** Nothing that reads or writes data. */
        CLEAN,
        /** Plain reads only, so a snapshot may exist. */
        READ,
        /** Anything else. */
        WRITTEN
    }

    private final Connection connection;
    private final Runnable sessionChanged;
    private volatile State state = State.CLEAN;
    private volatile boolean outOfSight;
    private volatile @Nullable Integer isolation;

    /**
     * @param connection the watched connection itself, unwatched
     * @param isolation its isolation as {@link Connection} counts it, or null to ask it when needed
     * @param sessionChanged told when a statement may have changed more than its transaction
     */
    TransactionLog(Connection connection, @Nullable Integer isolation, Runnable sessionChanged) {
        this.connection = connection;
        this.sessionChanged = sessionChanged;
        this.isolation = isolation;
    }

    /** The state now. Reads in auto-commit mode are over when they end and leave the state {@link State#CLEAN}. */
    public State state() throws SQLException {
        if (outOfSight) {
            return State.WRITTEN;
        }
        return state == State.READ && connection.getAutoCommit() ? State.CLEAN : state;
    }

    /** The isolation of the transaction, as {@link Connection} counts it. */
    public int isolation() throws SQLException {
        Integer known = isolation;
        if (known == null) {
            known = connection.getTransactionIsolation();
            isolation = known;
        }
        return known;
    }

    /** Whether each statement is a transaction of its own. */
    public boolean autoCommit() throws SQLException {
        return connection.getAutoCommit();
    }

    void ran(SqlKind kind) {
        if (kind == SqlKind.SESSION) {
            // The isolation, the schema or how values are written may be another one from here on.
            outOfSight = true;
            sessionChanged.run();
        } else if (kind == SqlKind.WRITE) {
            state = State.WRITTEN;
        } else if (kind == SqlKind.READ && state == State.CLEAN) {
            state = State.READ;
        }
    }

    /** Something happens that nobody sees: nothing is known from here on, whatever commits. */
    void outOfSight() {
        outOfSight = true;
    }

    void ended() {
        state = State.CLEAN;
    }

    /** The auto-commit mode is about to be set; a change of mode ends the transaction. */
    void autoCommit(boolean next) throws SQLException {
        if (state == State.READ && connection.getAutoCommit() != next) {
            state = State.CLEAN;
        }
    }

    void isolation(int level) {
        isolation = level;
    }
}
