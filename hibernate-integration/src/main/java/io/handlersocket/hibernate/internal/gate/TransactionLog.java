// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import io.handlersocket.hibernate.internal.util.LoadRecorder;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Records what ran on one connection since its transaction began. One thread at a time uses the connection and writes
 * here; the fields are volatile because that thread may change.
 */
public final class TransactionLog {

    /** States in rising order. A transaction only rises until it ends. */
    public enum State {
        /** Nothing ran that reads or writes data. */
        CLEAN,
        /** Only plain reads ran; a snapshot may exist. */
        READ,
        /** Anything else ran. */
        WRITTEN
    }

    private final Connection connection;
    private final SessionUse use;
    private final ReplacedReads replaced = new ReplacedReads();
    private volatile State state = State.CLEAN;
    private volatile boolean changed;
    private volatile boolean outOfSight;
    private volatile boolean hasRun;
    private volatile boolean begun;
    private volatile @Nullable Integer isolation;
    private volatile @Nullable Integer nextIsolation;

    TransactionLog(Connection connection, SessionUse use) {
        this.connection = connection;
        this.use = use;
    }

    public SessionUse use() {
        return use;
    }

    /** Returns the state now. In auto-commit mode, a read ends its transaction and leaves {@link State#CLEAN}. */
    public State state() throws SQLException {
        if (outOfSight) {
            return State.WRITTEN;
        }
        return state == State.READ && connection.getAutoCommit() ? State.CLEAN : state;
    }

    /** Returns whether any statement ran since the connection was handed out, in this transaction or in an earlier one. */
    public boolean hasRun() {
        return hasRun;
    }

    /** Returns the isolation of the transaction. The server is taken to check writes if that is unknown. */
    public Isolation isolation() throws SQLException {
        Integer set = isolation;
        Isolation known = use.isolation();
        if (known != null && (set == null || set == known.level())) {
            return known;
        }
        return new Isolation(
                set == null ? connection.getTransactionIsolation() : set, known == null || known.snapshot());
    }

    public boolean autoCommit() throws SQLException {
        return connection.getAutoCommit();
    }

    /**
     * Records a load that HandlerSocket answers in place of a SELECT on this connection.
     *
     * @param table its table, quoted for SQL
     */
    public void answered(String table) {
        replaced.add(table);
    }

    /** Records that the transaction ends, unless it has written: then only a statement can end it. */
    public void endedWithoutSql() {
        if (state == State.WRITTEN) {
            replaced.end();
        } else {
            ended();
        }
    }

    /** Returns whether no statement has run since the last load that HandlerSocket answered. */
    boolean isLastAnswered() {
        return replaced.isLast();
    }

    /** Called before a call whose effect depends on whether the transaction has begun on the server. */
    void begins() throws SQLException {
        if (!replaced.isEmpty()) {
            use.begins();
            began(replaced.begin(connection, false));
        }
    }

    private void began(boolean now) {
        if (now) {
            begun = true;
            hasRun = true;
            use.usesSql();
        }
    }

    /**
     * Called before a statement runs.
     *
     * @param sql its text; null if unknown
     */
    void ran(SqlKind kind, @Nullable String sql) throws SQLException {
        began(replaced.before(connection, kind, sql));
        hasRun = true;
        LoadRecorder.usedSql();
        use.usesSql();
        if (kind != SqlKind.READ) {
            state = State.WRITTEN;
            changed |= kind != SqlKind.ASSUMED_READ; // a wrong assumption leads to a new proof anyway
            use.runs(kind);
        } else if (state == State.CLEAN) {
            state = State.READ;
        }
    }

    /** Records that the connection cannot be watched: until its return, anything may have run. */
    void outOfSight() throws SQLException {
        begins();
        outOfSight = true;
        hasRun = true;
        use.usesSql();
        use.outOfSight();
    }

    /** Called before the connection goes back to the pool, which may roll back unobserved what is left open. */
    public void closes() {
        if (outOfSight || state != State.CLEAN) {
            use.usesSql();
        }
        if (isLeftOpen()) {
            use.runs(SqlKind.WRITE);
        }
        use.ends(!outOfSight && !changed);
    }

    private boolean isLeftOpen() {
        try {
            return changed && !connection.getAutoCommit();
        } catch (SQLException e) {
            return true;
        }
    }

    void ended() {
        if (state != State.CLEAN) {
            use.usesSql();
        }
        state = State.CLEAN;
        begun = false;
        replaced.end();
        changed = false;
        if (nextIsolation != null) {
            isolation = nextIsolation;
        }
    }

    /** Called before the auto-commit mode is set. A change of mode ends the transaction. */
    void autoCommit(boolean next) throws SQLException {
        if ((state == State.READ || begun || !replaced.isEmpty()) && connection.getAutoCommit() != next) {
            endedWithoutSql();
        }
    }

    /** Called after the isolation was set. MariaDB applies it from the next transaction on. */
    void isolation(int level) throws SQLException {
        nextIsolation = level;
        if (state() == State.CLEAN && !begun) {
            isolation = level;
        } else if (isolation == null) {
            isolation = isolation().level();
        }
        use.isolationSet(level);
    }
}
