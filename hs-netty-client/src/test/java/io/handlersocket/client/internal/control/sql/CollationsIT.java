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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The short question, beside an exhaustive one, for every collation of the server. */
class CollationsIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private static SqlSession session;
    private static Connection connection;
    /** Without the second that a session waits at most. */
    private static Statement exhaustive;

    private final Collations collations = new Collations();

    @BeforeAll
    static void createCharacters() throws SQLException {
        DB.execute(
                "CREATE OR REPLACE TABLE test.points (cp INT PRIMARY KEY)",
                "INSERT INTO test.points SELECT seq FROM seq_0_to_65535 WHERE seq NOT BETWEEN 0xd800 AND 0xdfff",
                "INSERT INTO test.points SELECT seq FROM seq_65536_to_1114111_step_257",
                "CREATE OR REPLACE TABLE test.bytes (n INT PRIMARY KEY)",
                "INSERT INTO test.bytes SELECT seq FROM seq_0_to_255",
                "INSERT INTO test.bytes SELECT seq FROM seq_33024_to_65535");
        session = SqlSession.open(DB.dataSource());
        connection = DB.dataSource().getConnection();
        exhaustive = connection.createStatement();
    }

    @AfterAll
    static void close() throws SQLException {
        session.close();
        connection.close();
        DB.execute("DROP TABLE test.points, test.bytes");
    }

    @Test
    void theAnswersForEveryCollationHoldForAllCharacters() throws SQLException {
        List<CollationName> all = everyCollation();
        Map<String, Collation> answers = answers(new LinkedHashSet<>(all));
        List<String> wrong = new ArrayList<>();
        int alike = 0;
        for (CollationName asked : all) {
            Collation answer = answers.get(asked.collation());
            if (answer == null) {
                wrong.add(asked + " has no answer");
                continue;
            }
            check(wrong, asked, "pads", padding(asked, answer.padded()));
            check(
                    wrong,
                    asked,
                    "is binary by its name",
                    answer.binary() || !asked.collation().endsWith("_bin"));
            if (answer.oneWeightEach()) {
                alike++;
                checkCharacters(wrong, asked, answer);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(alike).isGreaterThan(100);
    }

    private static void checkCharacters(List<String> wrong, CollationName asked, Collation answer) throws SQLException {
        String single = " FROM " + characters(asked);
        String collate = " COLLATE " + asked.collation();
        String weight = "LENGTH(WEIGHT_STRING(x" + collate + "))";
        boolean alike = is("MIN(" + weight + ") = MAX(" + weight + ") AND MIN(" + weight + ") > 0" + single);
        check(wrong, asked, "weighs every character alike", alike || answer.binary());
        String a = text(asked, "a");
        check(
                wrong,
                asked,
                "has one blank",
                is("COUNT(*) = 0" + single + " AND BINARY x <> BINARY " + text(asked, " ") + " AND CONCAT(" + a + ", x)"
                        + collate + " = " + a));
        String allDiffer = "COUNT(DISTINCT x" + collate + ") = COUNT(DISTINCT BINARY x)" + single;
        check(wrong, asked, "tells all characters apart", !answer.binary() || is(allDiffer));
        // Were two characters together worth another one, or none, the weight of both were not that of each.
        check(
                wrong,
                asked,
                "weighs pairs as their characters",
                is("COUNT(*) = 0 FROM (SELECT l.x AS x, r.x AS y FROM " + some(asked) + " AS l, " + some(asked)
                        + " AS r) AS pairs WHERE NOT WEIGHT_STRING(CONCAT(x, y)" + collate
                        + ") <=> CONCAT(WEIGHT_STRING(x"
                        + collate + "), WEIGHT_STRING(y" + collate + "))"));
    }

    private static void check(List<String> wrong, CollationName asked, String what, boolean holds) {
        if (!holds) {
            wrong.add(asked.collation() + " (" + asked.charset() + ") " + what);
        }
    }

    /** All characters of Unicode, or all single and double bytes, in the character set of the collation. */
    private static String characters(CollationName asked) {
        return characters(asked, " >= 0");
    }

    /** Letters, digits and signs with and without accents. */
    private static String some(CollationName asked) {
        return "(SELECT x FROM " + characters(asked, " IN (" + SOME + ')') + ')';
    }

    private static String characters(CollationName asked, String which) {
        String charset = " USING " + asked.charset() + ')';
        return "(SELECT "
                + (isUnicode(asked)
                        ? "CONVERT(CHAR(cp USING utf32)" + charset + " AS x FROM test.points WHERE cp" + which
                        : "CHAR(n" + charset + " AS x FROM test.bytes WHERE n" + which)
                + ") AS characters WHERE CHAR_LENGTH(x) = 1";
    }

    private static final String SOME =
            "32, 33, 39, 45, 48, 57, 65, 67, 68, 69, 72, 76, 78, 83, 90, 97, 99, 100, 101, 104, 105,"
                    + " 106, 108, 110, 115, 122, 160, 173, 196, 198, 216, 223, 224, 228, 230, 231, 241, 246, 252, 255, 0, 9, 127";

    private static boolean isUnicode(CollationName asked) {
        return asked.charset().startsWith("utf") || asked.charset().equals("ucs2");
    }

    private static boolean padding(CollationName asked, boolean padded) throws SQLException {
        String collate = " COLLATE " + asked.collation();
        return is("COUNT(*) = SUM((CONCAT(x, " + text(asked, "  ") + ")" + collate + " = x) = " + padded + ")"
                + " FROM (SELECT " + text(asked, "a") + " AS x UNION SELECT " + text(asked, "a b") + " UNION SELECT "
                + text(asked, "~") + " UNION SELECT " + text(asked, "Zz9") + ") AS texts");
    }

    private static String text(CollationName asked, String ascii) {
        return "CONVERT(_latin1'" + ascii + "' USING " + asked.charset() + ')';
    }

    private static boolean is(String condition) throws SQLException {
        try (ResultSet row = exhaustive.executeQuery("SELECT " + condition)) {
            assertThat(row.next()).isTrue();
            return row.getBoolean(1);
        }
    }

    private static List<CollationName> everyCollation() throws SQLException {
        List<CollationName> all = session.query(
                row -> new CollationName(row.getString(1), row.getString(2)),
                "SELECT character_set_name, full_collation_name FROM"
                        + " information_schema.collation_character_set_applicability"
                        + " WHERE character_set_name <> 'binary'"); // no column of text has it
        assertThat(all).hasSizeGreaterThan(300);
        return all;
    }

    /** One that is not answered in time is asked again, as when a table is opened again. */
    private Map<String, Collation> answers(Set<CollationName> asked) throws SQLException {
        Map<String, Collation> answers = new HashMap<>();
        for (int i = 0; i < 3 && answers.size() < asked.size(); i++) {
            Collations asking = i == 0 ? collations : new Collations();
            asking.ask(session, asked);
            for (CollationName one : asked) {
                Collation answer = asking.of(one.collation());
                if (answer.known()) {
                    answers.put(one.collation(), answer);
                }
            }
        }
        return answers;
    }

    @Test
    void oneThatTheServerDoesNotKnowIsLeftOut() throws SQLException {
        Set<CollationName> asked = Set.of(
                new CollationName("utf8mb4", "utf8mb4_klingon_ci"),
                new CollationName("utf8mb4", "utf8mb4_bin"),
                new CollationName("latin1", "latin1_swedish_ci"));

        assertThat(answers(asked)).containsOnlyKeys("utf8mb4_bin", "latin1_swedish_ci");
    }

    @Test
    void aNameThatIsNoNameIsNotSent() throws SQLException {
        CollationName injected = new CollationName("utf8mb4", "utf8mb4_bin, SLEEP(5)");
        CollationName charset = new CollationName("utf8mb4) COLLATE utf8mb4_bin, (1", "utf8mb4_bin");

        long before = questions();
        collations.ask(session, Set.of(injected, charset));
        assertThat(collations.of(injected.collation()).known()).isFalse();
        assertThat(collations.of(charset.collation()).known()).isFalse();
        assertThat(questions() - before).isEqualTo(1);
    }

    @Test
    void answersAreRememberedUntilTheyAreForgotten() throws SQLException {
        Set<CollationName> asked = new HashSet<>();
        everyCollation().stream()
                .filter(one ->
                        one.charset().equals("utf8mb4") && !one.collation().contains("uca1400"))
                .limit(4)
                .forEach(asked::add);

        long before = questions();
        Map<String, Collation> answers = answers(asked);
        long first = questions();
        assertThat(answers(asked)).isEqualTo(answers).hasSize(4);
        long again = questions();
        collations.forget();
        assertThat(answers(asked)).isEqualTo(answers);
        long forgotten = questions();

        assertThat(List.of(first - before, again - first, forgotten - again)).containsExactly(6L, 1L, 6L);
    }

    /** Statements of this session, with the one that asks. */
    private static long questions() throws SQLException {
        return session.query(
                        row -> row.getLong(1),
                        "SELECT VARIABLE_VALUE FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'QUESTIONS'")
                .get(0);
    }
}
