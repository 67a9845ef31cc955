// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.internal.control.sql.Collations.CollationName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Asks the server, with all characters, whether an answer about a collation holds. */
final class CharacterChecks implements AutoCloseable {

    private static final String SOME =
            "32, 33, 39, 45, 48, 57, 65, 67, 68, 69, 72, 76, 78, 83, 90, 97, 99, 100, 101, 104, 105,"
                    + " 106, 108, 110, 115, 122, 160, 173, 196, 198, 216, 223, 224, 228, 230, 231, 241, 246, 252, 255, 0, 9, 127";

    private final List<String> wrong = new ArrayList<>();
    private final HandlerSocketMariaDB server;
    private final Connection connection;
    /** Without the second that a session waits at most. */
    private final Statement exhaustive;

    CharacterChecks(HandlerSocketMariaDB server) throws SQLException {
        this.server = server;
        server.execute(
                "CREATE OR REPLACE TABLE test.points (cp INT PRIMARY KEY)",
                "INSERT INTO test.points SELECT seq FROM seq_0_to_65535 WHERE seq NOT BETWEEN 0xd800 AND 0xdfff",
                "INSERT INTO test.points SELECT seq FROM seq_65536_to_1114111_step_257",
                "CREATE OR REPLACE TABLE test.bytes (n INT PRIMARY KEY)",
                "INSERT INTO test.bytes SELECT seq FROM seq_0_to_255",
                "INSERT INTO test.bytes SELECT seq FROM seq_33024_to_65535");
        connection = server.dataSource().getConnection();
        exhaustive = connection.createStatement();
    }

    /** What does not hold, of all that was checked. */
    List<String> wrong() {
        return wrong;
    }

    void check(CollationName asked, Collation answer) throws SQLException {
        check(asked, List.of("pads"), padding(asked, answer.padded()));
        if (!answer.binary() && asked.collation().endsWith("_bin")) {
            wrong.add(asked + " is binary by its name");
        }
        if (answer.oneWeightEach()) {
            checkCharacters(asked, answer);
        }
    }

    private void checkCharacters(CollationName asked, Collation answer) throws SQLException {
        String collate = " COLLATE " + asked.collation();
        String weight = "LENGTH(WEIGHT_STRING(x" + collate + "))";
        String a = text(asked, "a");
        check( // in one scan, which takes 20 ms
                asked,
                List.of(
                        answer.binary() ? "tells all characters apart" : "weighs every character alike",
                        "has one blank"),
                (answer.binary()
                                ? "COUNT(DISTINCT x" + collate + ") = COUNT(DISTINCT BINARY x)"
                                : "MIN(" + weight + ") = MAX(" + weight + ") AND MIN(" + weight + ") > 0")
                        + ", COUNT(CASE WHEN BINARY x <> BINARY " + text(asked, " ") + " AND CONCAT(" + a + ", x)"
                        + collate + " = " + a + " THEN 1 END) = 0 FROM " + characters(asked, " >= 0"));
        // Were two characters together worth another one, or none, the weight of both were not that of each.
        check(
                asked,
                List.of("weighs pairs as their characters"),
                "COUNT(*) = 0 FROM (SELECT l.x AS x, r.x AS y FROM " + some(asked) + " AS l, " + some(asked)
                        + " AS r) AS pairs WHERE NOT WEIGHT_STRING(CONCAT(x, y)" + collate
                        + ") <=> CONCAT(WEIGHT_STRING(x"
                        + collate + "), WEIGHT_STRING(y" + collate + "))");
    }

    /** Adds those of these statements that do not hold. */
    private void check(CollationName asked, List<String> statements, String columns) throws SQLException {
        try (ResultSet row = exhaustive.executeQuery("SELECT " + columns)) {
            assertThat(row.next()).isTrue();
            for (int i = 0; i < statements.size(); i++) {
                if (!row.getBoolean(i + 1)) {
                    wrong.add(asked + " " + statements.get(i));
                }
            }
        }
    }

    /** Letters, digits and signs with and without accents. */
    private static String some(CollationName asked) {
        return "(SELECT x FROM " + characters(asked, " IN (" + SOME + ')') + ')';
    }

    /** Characters of Unicode, or single and double bytes, in the character set of the collation. */
    private static String characters(CollationName asked, String which) {
        String charset = " USING " + asked.charset() + ')';
        return "(SELECT "
                + (isUnicode(asked)
                        ? "CONVERT(CHAR(cp USING utf32)" + charset + " AS x FROM test.points WHERE cp" + which
                        : "CHAR(n" + charset + " AS x FROM test.bytes WHERE n" + which)
                + ") AS characters WHERE CHAR_LENGTH(x) = 1";
    }

    private static boolean isUnicode(CollationName asked) {
        return asked.charset().startsWith("utf") || asked.charset().equals("ucs2");
    }

    private static String padding(CollationName asked, boolean padded) {
        String collate = " COLLATE " + asked.collation();
        return "COUNT(*) = SUM((CONCAT(x, " + text(asked, "  ") + ")" + collate + " = x) = " + padded + ")"
                + " FROM (SELECT " + text(asked, "a") + " AS x UNION SELECT " + text(asked, "a b") + " UNION SELECT "
                + text(asked, "~") + " UNION SELECT " + text(asked, "Zz9") + ") AS texts";
    }

    private static String text(CollationName asked, String ascii) {
        return "CONVERT(_latin1'" + ascii + "' USING " + asked.charset() + ')';
    }

    @Override
    public void close() throws SQLException {
        connection.close();
        server.execute("DROP TABLE test.points, test.bytes");
    }
}
