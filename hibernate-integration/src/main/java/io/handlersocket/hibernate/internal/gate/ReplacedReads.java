// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SELECTs of one transaction that HandlerSocket has answered in place of its connection. Each would have begun the
 * transaction on the server, and would have been the last statement of its session. If a call or statement depends on
 * that, one read of the same table runs before it. One thread at a time uses it; that thread may change.
 */
final class ReplacedReads {

    private static final Logger LOG = LoggerFactory.getLogger(ReplacedReads.class);

    // It reads no row, so it takes no snapshot: loads at REPEATABLE READ see what they would have seen without it. Nor
    // does it wait for an ALTER, which the replaced SELECT would have kept waiting.
    private static final String READ = "SET STATEMENT lock_wait_timeout=0 FOR SELECT 1 FROM %s LIMIT 0";

    /** For a table that cannot be read now. START TRANSACTION would commit what has begun. */
    private static final String BEGIN = "BEGIN NOT ATOMIC IF NOT @@in_transaction THEN START TRANSACTION; END IF; END";

    private static final Pattern IN_TRANSACTION = Pattern.compile("@@[\\w.`]*in_transaction", Pattern.CASE_INSENSITIVE);

    /** What reads the outcome of the last statement. */
    private static final Pattern OUTCOME = Pattern.compile(
            "\\b(?:row_count|found_rows)\\s*\\(|@@[\\w.`]*(?:warning|error)_count|^\\s*(?:/\\*.*?\\*/\\s*)?show\\b",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private volatile @Nullable String table;
    private volatile boolean last;

    /** @param name the table of the load, quoted for SQL */
    void add(String name) {
        table = name;
        last = true;
    }

    /** Called when the transaction ends. */
    void end() {
        table = null;
        last = false;
    }

    boolean isEmpty() {
        return table == null;
    }

    /** Returns whether the replaced SELECT would have been the session's last statement. */
    boolean isLast() {
        return last;
    }

    /**
     * Called before a statement of this kind runs.
     *
     * @param sql its text; null if it is not known
     * @return whether the transaction has begun on the server here
     */
    boolean before(Connection connection, SqlKind kind, @Nullable String sql) throws SQLException {
        if (table == null) {
            return false;
        }
        boolean depends = kind == SqlKind.ANYTHING
                || sql == null
                || IN_TRANSACTION.matcher(sql).find();
        boolean reads = last && sql != null && OUTCOME.matcher(sql).find();
        last = false;
        return (depends || reads) && begin(connection, reads);
    }

    /**
     * Called before something that depends on whether the transaction has begun.
     *
     * @return whether it has begun here
     */
    boolean begin(Connection connection) throws SQLException {
        return begin(connection, false);
    }

    private boolean begin(Connection connection, boolean always) throws SQLException {
        String known = table;
        boolean inTransaction = known != null && !connection.getAutoCommit();
        if (known == null || !(inTransaction || always)) {
            return false;
        }
        end();
        try (Statement statement = connection.createStatement()) {
            try {
                statement.execute(READ.formatted(known));
            } catch (SQLException e) {
                LOG.debug("The table of a load cannot be read; its transaction is begun without it", e);
                if (inTransaction) {
                    statement.execute(BEGIN);
                }
            }
        }
        return inTransaction;
    }
}
