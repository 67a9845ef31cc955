// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether HandlerSocket may answer a load in a transaction, by its facts alone: it asks nothing, and changes
 * nothing.
 */
public record TransactionGate(Consistency consistency) {

    /** Which loads inside a transaction may go over HandlerSocket. */
    public enum Consistency {
        /**
         * Depends on the isolation: at READ COMMITTED until the first write, at REPEATABLE READ until the first
         * statement. If the server checks writes against the snapshot, REPEATABLE READ only in transactions that cannot
         * write.
         */
        DEFAULT,
        /** Until the transaction's first write, whatever the isolation; loads return the newest committed rows. */
        LATEST,
        /** None: a transaction reads only its own snapshot. */
        SNAPSHOT
    }

    /**
     * The facts about one transaction that decide whether HandlerSocket may answer a load in it.
     *
     * @param inside whether a statement now would be in a transaction that holds until a commit: the session is in one,
     *     or its connection is without auto-commit
     * @param state what ran in it
     * @param level its isolation, a constant of {@link Connection}
     * @param checksWrites whether {@code innodb_snapshot_isolation} is ON
     */
    public record Facts(boolean inside, TransactionLog.State state, int level, boolean checksWrites) {

        boolean isRepeatable() {
            return level != Connection.TRANSACTION_READ_COMMITTED;
        }
    }

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
    /** For a connection that does not show its facts. */
    public static final String UNKNOWN = "the isolation or auto-commit mode of the connection cannot be read";

    /** Returns whether a transaction of this isolation loads over JDBC once it has run a statement that only reads. */
    public boolean endsAtFirstStatement(@Nullable Isolation isolation) {
        return isolation != null
                && consistency == Consistency.DEFAULT
                && isolation.level() != Connection.TRANSACTION_READ_COMMITTED;
    }

    public static @Nullable String written(TransactionLog.State state) {
        return state == TransactionLog.State.WRITTEN ? WRITTEN : null;
    }

    /**
     * Decides for a transaction, whether or not it may write.
     *
     * @return the reason for JDBC; null if HandlerSocket may answer, unless {@link #checkedWrites} refuses
     */
    public @Nullable String refusal(Facts facts) {
        String written = written(facts.state());
        if (written != null) {
            return written;
        }
        if (facts.level() == Connection.TRANSACTION_SERIALIZABLE) {
            return SERIALIZABLE;
        }
        if (facts.level() == Connection.TRANSACTION_READ_UNCOMMITTED) {
            return UNCOMMITTED;
        }
        if (consistency == Consistency.SNAPSHOT && facts.inside()) {
            return SNAPSHOT;
        }
        return consistency == Consistency.DEFAULT && facts.state() == TransactionLog.State.READ && facts.isRepeatable()
                ? HAS_SNAPSHOT
                : null;
    }

    /**
     * Decides for a transaction that passes {@link #refusal}, unless the server refuses every write in it.
     *
     * @return the reason for JDBC; null if HandlerSocket may answer
     */
    public @Nullable String checkedWrites(Facts facts) {
        return consistency == Consistency.DEFAULT && facts.checksWrites() && facts.isRepeatable() && facts.inside()
                ? CHECKED_WRITES
                : null;
    }
}
