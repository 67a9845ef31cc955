// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SELECTs of one transaction that HandlerSocket has answered in place of its connection. Each would have begun the
 * transaction on the server, and would have been the last statement of its session. If a call or statement depends on
 * that, one read of each of these tables runs before it. One thread at a time uses it; that thread may change.
 */
final class ReplacedReads {

    private static final Logger LOG = LoggerFactory.getLogger(ReplacedReads.class);

    // It reads no row, so it takes no snapshot: loads at REPEATABLE READ see what they would have seen without it. Nor
    // does it wait for an ALTER, which the replaced SELECT would have kept waiting.
    private static final String READ = "SET STATEMENT lock_wait_timeout=0 FOR SELECT 1 FROM %s LIMIT 0";

    /** For a table that cannot be read now. START TRANSACTION would commit what has begun. */
    private static final String BEGIN = "BEGIN NOT ATOMIC IF NOT @@in_transaction THEN START TRANSACTION; END IF; END";

    private static final Pattern IN_TRANSACTION = Pattern.compile("\\bin_transaction\\b", Pattern.CASE_INSENSITIVE);

    /** What reads the outcome of the last statement. */
    private static final Pattern OUTCOME = Pattern.compile(
            "\\b(?:row_count|found_rows)\\s*\\(|\\bdiagnostics\\b|@@[\\w.`]*(?:warning|error)_count|^\\s*(?:/\\*.*?\\*/\\s*)?show\\b",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private volatile List<String> tables = List.of();
    private volatile boolean last;

    /** @param name the table of the load, quoted for SQL */
    void add(String name) {
        List<String> known = tables;
        if (!known.contains(name)) { // their engines may differ in whether a SELECT begins a transaction
            List<String> more = new ArrayList<>(known);
            more.add(name);
            tables = List.copyOf(more);
        }
        last = true;
    }

    void end() {
        tables = List.of();
        last = false;
    }

    boolean isEmpty() {
        return tables.isEmpty();
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
        if (tables.isEmpty()) {
            return false;
        }
        boolean outcome = sql != null && OUTCOME.matcher(sql).find();
        if (outcome && !last) {
            return false; // a read here would replace the outcome of the statement between
        }
        boolean depends = kind == SqlKind.ANYTHING
                || sql == null
                || IN_TRANSACTION.matcher(sql).find();
        last = false;
        if (depends || outcome) {
            return begin(connection, outcome);
        }
        if (kind == SqlKind.WRITE || kind == SqlKind.PLAIN_WRITE) {
            end(); // the write begins the transaction, unless its table has none
        }
        return false;
    }

    /**
     * Called before something that depends on whether the transaction has begun.
     *
     * @param always whether the tables are read in auto-commit mode, too
     * @return whether it has begun here
     */
    boolean begin(Connection connection, boolean always) throws SQLException {
        List<String> known = tables;
        if (known.isEmpty()) {
            return false;
        }
        end();
        boolean inTransaction = !connection.getAutoCommit();
        if (!inTransaction && !always) {
            return false;
        }
        try (Statement statement = connection.createStatement()) {
            for (String table : known) {
                try {
                    statement.execute(READ.formatted(table));
                } catch (SQLException e) {
                    LOG.debug("The table of a load cannot be read; its transaction is begun without it", e);
                    if (inTransaction) {
                        statement.execute(BEGIN);
                    }
                }
            }
        }
        return inTransaction;
    }
}
