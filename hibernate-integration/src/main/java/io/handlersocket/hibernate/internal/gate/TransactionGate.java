// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Decides by consistency, isolation and what has run whether HandlerSocket may answer a load. */
public final class TransactionGate {

    private static final String UNCOMMITTED = "isolation READ UNCOMMITTED";

    private static final String SERIALIZABLE = "isolation SERIALIZABLE";
    private static final String SNAPSHOT = "consistency=snapshot inside a transaction";
    private static final String WRITTEN = "the transaction has written, or ran something that is not a plain read";
    private static final String HAS_SNAPSHOT =
            "the transaction has its snapshot: a statement ran at REPEATABLE READ (see handlersocket.consistency)";
    private static final String CHECKED_WRITES =
            "innodb_snapshot_isolation=ON at REPEATABLE READ: writes are checked against the snapshot that SQL takes"
                    + " (HandlerSocket answers at READ COMMITTED, in read-only transactions, with"
                    + " handlersocket.consistency=latest, or with the variable OFF)";
    private static final String UNKNOWN = "the connection does not say its isolation or auto-commit mode";

    private final Consistency consistency;

    public TransactionGate(Consistency consistency) {
        this.consistency = consistency;
    }

    /**
     * For a session that holds no connection, so that nothing can have run.
     *
     * @param isolation what its connections have unless told otherwise; null if unknown, taken as REPEATABLE READ
     * @return why not, or null if the gate is open
     */
    public @Nullable String unconnected(boolean inTransaction, @Nullable Isolation isolation) {
        if (!inTransaction) {
            return null;
        }
        if (isolation != null && isolation.level() == Connection.TRANSACTION_SERIALIZABLE) {
            return SERIALIZABLE;
        }
        if (consistency == Consistency.SNAPSHOT) {
            return SNAPSHOT;
        }
        return isolation != null && isolation.snapshot() && checksWrites(isolation.level()) ? CHECKED_WRITES : null;
    }

    /** Whether the server would check writes of this isolation against a snapshot, and the application wants that. */
    private boolean checksWrites(int isolation) {
        return isolation != Connection.TRANSACTION_READ_COMMITTED && consistency == Consistency.DEFAULT;
    }

    /**
     * For a transaction that {@link #connected} lets pass, unless the server lets it write nothing.
     *
     * @return why not, or null if the gate is open
     */
    public @Nullable String checkedWrites(boolean inTransaction, TransactionLog log) {
        try {
            return log.use().isSnapshotIsolation()
                            && checksWrites(log.isolation())
                            && (inTransaction || !log.autoCommit())
                    ? CHECKED_WRITES
                    : null;
        } catch (SQLException e) {
            return UNKNOWN;
        }
    }

    /** Why a transaction that has written needs its own connection; null if it has not. */
    public @Nullable String written(TransactionLog log) {
        try {
            return log.state() == TransactionLog.State.WRITTEN ? WRITTEN : null;
        } catch (SQLException e) {
            return UNKNOWN;
        }
    }

    /**
     * For a session that holds a watched connection, in a transaction that has not written.
     *
     * @return why not, or null if the gate is open
     */
    public @Nullable String connected(boolean inTransaction, TransactionLog log) {
        try {
            TransactionLog.State state = log.state();
            int isolation = log.isolation();
            if (isolation == Connection.TRANSACTION_SERIALIZABLE) {
                return SERIALIZABLE;
            }
            if (isolation == Connection.TRANSACTION_READ_UNCOMMITTED) {
                return UNCOMMITTED;
            }
            if (consistency == Consistency.SNAPSHOT && (inTransaction || !log.autoCommit())) {
                return SNAPSHOT;
            }
            boolean repeatable = isolation != Connection.TRANSACTION_READ_COMMITTED;
            return state == TransactionLog.State.READ && repeatable && consistency == Consistency.DEFAULT
                    ? HAS_SNAPSHOT
                    : null;
        } catch (SQLException e) {
            return UNKNOWN;
        }
    }
}
