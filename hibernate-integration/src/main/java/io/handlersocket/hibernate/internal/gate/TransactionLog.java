// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * What ran on one connection since its transaction began. Written by whichever thread uses the connection, so by one at
 * a time; the fields are volatile because that thread may change.
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
    private final SessionUse use;
    private volatile State state = State.CLEAN;
    private volatile boolean outOfSight;
    private volatile @Nullable Integer isolation;
    private volatile @Nullable Integer nextIsolation;

    TransactionLog(Connection connection, SessionUse use) {
        this.connection = connection;
        this.use = use;
    }

    /** The use of the connection that this belongs to. */
    public SessionUse use() {
        return use;
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
        Integer set = isolation;
        return set == null ? use.isolation() : set;
    }

    /** Whether each statement is a separate transaction. */
    public boolean autoCommit() throws SQLException {
        return connection.getAutoCommit();
    }

    void ran(SqlKind kind) {
        if (kind != SqlKind.READ) {
            state = State.WRITTEN;
            use.runs(kind);
        } else if (state == State.CLEAN) {
            state = State.READ;
        }
    }

    /** Something happens that cannot be watched: until the connection is given back, nothing is known. */
    void outOfSight() {
        outOfSight = true;
        use.outOfSight();
    }

    void ended() {
        state = State.CLEAN;
        if (nextIsolation != null) {
            isolation = nextIsolation;
        }
    }

    /** The auto-commit mode is about to be set; a change of mode ends the transaction. */
    void autoCommit(boolean next) throws SQLException {
        if (state == State.READ && connection.getAutoCommit() != next) {
            ended();
        }
    }

    /** The isolation was set. MariaDB applies it to the next transaction, not to one that has begun. */
    void isolation(int level) throws SQLException {
        nextIsolation = level;
        if (state() == State.CLEAN) {
            isolation = level;
        } else if (isolation == null) {
            isolation = use.isolation();
        }
        use.isolationSet(level);
    }
}
