// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.TextOrder;
import io.handlersocket.client.internal.control.sql.Collations.CollationName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random ASCII texts under every collation of the server, beside SQL: through an index and by a sort, with the largest
 * and the smallest {@code max_sort_length}.
 */
class TextOrderIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private static final int ROWS = 150;
    private static final int LENGTH = 100;
    private static final String TABLE = "test.text_order";
    private static final String SHORTEST = "SET STATEMENT max_sort_length=64 FOR ";

    /** Letters that many collations contract, signs around them, and blanks. */
    private static final String FEW = "aAbBcChHnNsSzZ  __--~^`[{";

    private static Connection connection;
    private static SqlSession session;

    private final Random random = Seed.random(TextOrderIT.class);
    private final List<String> wrong = new ArrayList<>();

    private record Text(int id, @Nullable String text) {}

    @BeforeAll
    static void connect() throws SQLException {
        connection = DB.rootDataSource().getConnection();
        session = SqlSession.open(DB.dataSource());
    }

    @AfterAll
    static void close() throws SQLException {
        execute("DROP TABLE IF EXISTS " + TABLE);
        session.close();
        connection.close();
    }

    @Test
    void everyCollationSortsAsSqlDoesOrIsRefused() throws SQLException {
        Map<String, List<String>> refused = new TreeMap<>();
        int sorted = 0;
        int pairs = 0;
        long askedNanos = 0;
        for (CollationName name : everyCollation()) {
            Collations collations = new Collations();
            long before = System.nanoTime();
            collations.ask(session, Set.of(name));
            askedNanos += System.nanoTime() - before;
            Collation collation = collations.of(name.collation());
            TextOrder order = collation.textOrder().orElse(null);
            if (order == null) {
                refused.computeIfAbsent(collation.known() ? "several levels" : "unknown", why -> new ArrayList<>())
                        .add(name.collation());
                continue;
            }
            check(name, collation, order);
            sorted++;
            pairs += order.covers("ch") && order.covers("sz") && order.covers("aa") ? 0 : 1;
        }
        System.out.printf(
                "TextOrderIT: %d collations are sorted here, %d of them with pairs that weigh as one;"
                        + " the questions about one take %d us on average%n",
                sorted, pairs, askedNanos / 1_000 / everyCollation().size());
        refused.forEach((why, names) -> System.out.println("TextOrderIT: " + names.size() + " are left to SQL, " + why
                + ": " + names.stream().limit(20).toList()));
        assertThat(wrong).isEmpty();
        assertThat(sorted).isGreaterThan(200);
        assertThat(pairs).isPositive();
    }

    @Test
    void theUsualCollationsAreSorted() throws SQLException {
        for (String name :
                List.of("utf8mb4_general_ci", "utf8mb4_unicode_ci", "utf8mb4_bin", "utf8mb4_uca1400_ai_ci")) {
            CollationName asked = new CollationName("utf8mb4", name);
            assertThat(AsciiWeights.ask(session, asked)).as(name).isPresent();
        }
        assertThat(AsciiWeights.ask(session, new CollationName("latin1", "latin1_swedish_ci")))
                .isPresent();
        assertThat(AsciiWeights.ask(session, new CollationName("utf8mb4", "utf8mb4_uca1400_as_cs")))
                .isEmpty();
    }

    @Test
    void aSessionCannotSortByLessThanSixtyFourBytes() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET max_sort_length = 1");
            try (ResultSet row = statement.executeQuery("SELECT @@max_sort_length")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getInt(1)).isEqualTo(64);
            } finally {
                statement.execute("SET max_sort_length = DEFAULT");
            }
        }
    }

    private void check(CollationName name, Collation collation, TextOrder order) throws SQLException {
        String type = " CHARACTER SET " + name.charset() + " COLLATE " + name.collation();
        execute("CREATE OR REPLACE TABLE " + TABLE + " (id INT PRIMARY KEY, v VARCHAR(" + LENGTH + ")" + type
                + ", c CHAR(" + LENGTH + ")" + type + ", t TEXT" + type + ", KEY k (v))");
        List<Text> texts = texts(order);
        insert(texts);
        Comparator<Text> ascending = Comparator.comparing(Text::text, Comparator.nullsFirst(order::compare));
        List<String> columns = collation.padded() ? List.of("v", "c", "t") : List.of("v", "t");
        for (boolean descending : List.of(false, true)) {
            Comparator<Text> wanted = descending ? ascending.reversed() : ascending;
            String direction = descending ? " DESC" : "";
            // Both directions of the id show whether SQL tells rows apart that are equal here.
            for (boolean idDescending : List.of(false, true)) {
                Comparator<Text> byId = Comparator.comparing(Text::id);
                List<Integer> expected = texts.stream()
                        .sorted(wanted.thenComparing(idDescending ? byId.reversed() : byId))
                        .map(Text::id)
                        .toList();
                String id = idDescending ? ", id DESC" : ", id";
                for (String column : columns) {
                    String sql = " IGNORE INDEX (k) ORDER BY " + column + direction + id;
                    compare(name, "", sql, texts, expected);
                    compare(name, SHORTEST, sql, texts, expected);
                }
                String sql = " FORCE INDEX (k) ORDER BY v" + direction + id;
                compare(name, "", sql, texts, expected);
            }
        }
    }

    private void compare(CollationName name, String setting, String clauses, List<Text> texts, List<Integer> expected)
            throws SQLException {
        List<Integer> ids = ids(setting, clauses);
        for (int i = 0; i < ids.size(); i++) {
            if (!ids.get(i).equals(expected.get(i))) {
                wrong.add(name.collation() + setting + clauses + ": SQL has " + texts.get(ids.get(i) - 1) + " before "
                        + texts.get(expected.get(i) - 1));
                return;
            }
        }
    }

    /** Texts, many of them equal to another one, of which this order knows how SQL sorts them. */
    private List<Text> texts(TextOrder order) {
        List<Text> texts = new ArrayList<>();
        String prefix = text(60);
        while (texts.size() < ROWS) {
            String text = random.nextInt(4) == 0 ? prefix.substring(0, random.nextInt(prefix.length())) : "";
            text += text(6);
            text += " ".repeat(Math.max(0, random.nextInt(6) - 3));
            @Nullable String value = random.nextInt(12) == 0 ? null : text;
            if (value == null
                    || (order.covers(value) && texts.stream().allMatch(other -> decides(order, other, value)))) {
                texts.add(new Text(texts.size() + 1, value));
            }
        }
        return texts;
    }

    private static boolean decides(TextOrder order, Text other, String text) {
        try {
            return other.text() == null || Math.abs(order.compare(other.text(), text)) <= 1;
        } catch (UndecidableValueException e) {
            return false;
        }
    }

    private String text(int most) {
        StringBuilder text = new StringBuilder();
        boolean all = random.nextInt(3) == 0;
        for (int length = random.nextInt(most + 1); length >= 0; length--) {
            text.append(all ? (char) (' ' + random.nextInt(95)) : FEW.charAt(random.nextInt(FEW.length())));
        }
        return text.toString();
    }

    private static void insert(List<Text> texts) throws SQLException {
        List<String> rows = new ArrayList<>();
        for (Text text : texts) {
            String value = text.text() == null
                    ? "NULL"
                    : "_latin1 X'" + HexFormat.of().formatHex(text.text().getBytes(US_ASCII)) + '\'';
            rows.add("(" + text.id() + ", " + value + ", " + value + ", " + value + ')');
        }
        execute("INSERT INTO " + TABLE + " VALUES " + String.join(",", rows));
    }

    private static List<Integer> ids(String setting, String clauses) throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(setting + "SELECT id FROM " + TABLE + clauses)) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        return ids;
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static List<CollationName> everyCollation() throws SQLException {
        return session.query(
                row -> new CollationName(row.getString(1), row.getString(2)),
                "SELECT character_set_name, full_collation_name FROM"
                        + " information_schema.collation_character_set_applicability"
                        + " WHERE character_set_name <> 'binary'");
    }
}
