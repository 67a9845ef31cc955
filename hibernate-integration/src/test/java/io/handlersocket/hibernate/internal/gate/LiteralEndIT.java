// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server itself reads literals in both modes. */
class LiteralEndIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final int LONGEST = 6;

    private static boolean isRead(String sql) {
        return new SqlKinds(name -> TableKind.BASE).of(sql) == SqlKind.READ;
    }

    /** Returns what the server makes of a text: the number of columns, or its error. */
    private static String outcome(Statement statement, String sql) {
        try (ResultSet rows = statement.executeQuery(sql)) {
            return rows.getMetaData().getColumnCount() + " columns";
        } catch (SQLException e) {
            return "error " + e.getErrorCode();
        }
    }

    @Test
    void theServerReadsAlikeInBothModesWhatIsTakenForARead() throws SQLException {
        readsAlike(LONGEST, 50);
    }

    @Test
    @Tag("exhaustive")
    void theServerReadsAlikeInBothModesWhatIsLonger() throws SQLException {
        readsAlike(LONGEST + 1, 100);
    }

    /** @param atLeast of these there are more than this among the texts */
    private static void readsAlike(int longest, int atLeast) throws SQLException {
        int alike = 0;
        int differing = 0;
        try (Connection escaping = SERVER.dataSource().getConnection();
                Connection plain = SERVER.dataSource().getConnection();
                Statement withEscapes = escaping.createStatement();
                Statement without = plain.createStatement()) {
            without.execute("SET sql_mode = CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES')");
            for (String text : LiteralEndTest.texts("'\"\\ ", longest)) {
                String sql = "select " + text + ", 1";
                boolean read = text.indexOf('\\') >= 0 && isRead(sql);
                if (!read && text.length() == longest) {
                    continue; // enough shorter ones differ
                }
                String first = outcome(withEscapes, sql);
                String second = outcome(without, sql);
                if (read) {
                    assertThat(second).as(sql).isEqualTo(first);
                    alike += first.endsWith("columns") ? 1 : 0;
                } else if (!first.equals(second)) {
                    differing++;
                }
            }
        }
        assertThat(alike).isGreaterThan(atLeast);
        assertThat(differing).isGreaterThan(atLeast);
    }

    /** The proof of a session runs below the pool, which would not end a transaction that it does not know of. */
    @Test
    void askingForTheStateOfASessionOpensNoTransaction() throws SQLException {
        try (Connection connection = SERVER.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement
                    .executeQuery("SELECT DATABASE(), @@tx_isolation, (SELECT COUNT(*) FROM"
                            + " information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'COM_LOCK_TABLES')")
                    .close();
            try (ResultSet row = statement.executeQuery("SELECT @@in_transaction")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getInt(1)).isZero();
            }
        }
    }
}
