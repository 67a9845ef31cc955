// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Decides whether HandlerSocket may answer a load, by consistency, isolation and what ran in the transaction. */
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
    private static final String UNKNOWN = "the isolation or auto-commit mode of the connection cannot be read";

    private final Consistency consistency;

    public TransactionGate(Consistency consistency) {
        this.consistency = consistency;
    }

    /**
     * Decides for a session without connection, in whose transaction nothing can have run.
     *
     * @param isolation the default isolation of its connections; null if unknown, treated as REPEATABLE READ
     * @return the reason for JDBC; null if HandlerSocket may answer
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

    /** Returns whether a transaction of this isolation loads over JDBC once it has run a statement that only reads. */
    public boolean endsAtFirstStatement(@Nullable Isolation isolation) {
        return isolation != null && consistency == Consistency.DEFAULT && isRepeatable(isolation.level());
    }

    private static boolean isRepeatable(int isolation) {
        return isolation != Connection.TRANSACTION_READ_COMMITTED;
    }

    /** Returns whether the server checks writes of this isolation against a snapshot, and the setting keeps that. */
    private boolean checksWrites(int isolation) {
        return isRepeatable(isolation) && consistency == Consistency.DEFAULT;
    }

    /**
     * Decides for a transaction that passes {@link #connected}, unless the server refuses every write in it.
     *
     * @return the reason for JDBC; null if HandlerSocket may answer
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

    /** Returns the reason for JDBC of a transaction that has written; null if it has not written. */
    public @Nullable String written(TransactionLog log) {
        try {
            return log.state() == TransactionLog.State.WRITTEN ? WRITTEN : null;
        } catch (SQLException e) {
            return UNKNOWN;
        }
    }

    /**
     * Decides for a session with a watched connection, in a transaction that has not written.
     *
     * @return the reason for JDBC; null if HandlerSocket may answer
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
            boolean repeatable = isRepeatable(isolation);
            return state == TransactionLog.State.READ && repeatable && consistency == Consistency.DEFAULT
                    ? HAS_SNAPSHOT
                    : null;
        } catch (SQLException e) {
            return UNKNOWN;
        }
    }
}
