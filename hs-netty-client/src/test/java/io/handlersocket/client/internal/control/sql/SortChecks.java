// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.TextOrder;
import io.handlersocket.client.internal.control.sql.Collations.CollationName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Sorts random ASCII texts beside SQL: through an index and by a sort, with the largest and the smallest
 * {@code max_sort_length}.
 */
final class SortChecks implements AutoCloseable {

    private static final int ROWS = 150;
    private static final int LENGTH = 100;
    private static final String TABLE = "test.text_order";
    private static final String SHORTEST = "SET STATEMENT max_sort_length=64 FOR ";

    /** Letters that many collations contract, signs around them, and blanks. */
    private static final String FEW = "aAbBcChHnNsSzZ  __--~^`[{";

    private final List<String> wrong = new ArrayList<>();
    private final Random random;
    private final Connection connection;

    private record Text(int id, @Nullable String text) {}

    SortChecks(HandlerSocketMariaDB server, Random random) throws SQLException {
        this.random = random;
        connection = server.rootDataSource().getConnection();
    }

    /** Where SQL sorted otherwise, of all that was checked. */
    List<String> wrong() {
        return wrong;
    }

    void check(CollationName name, Collation collation, TextOrder order) throws SQLException {
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

    private void insert(List<Text> texts) throws SQLException {
        List<String> rows = new ArrayList<>();
        for (Text text : texts) {
            String value = text.text() == null
                    ? "NULL"
                    : "_latin1 X'" + HexFormat.of().formatHex(text.text().getBytes(US_ASCII)) + '\'';
            rows.add("(" + text.id() + ", " + value + ", " + value + ", " + value + ')');
        }
        execute("INSERT INTO " + TABLE + " VALUES " + String.join(",", rows));
    }

    private List<Integer> ids(String setting, String clauses) throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(setting + "SELECT id FROM " + TABLE + clauses)) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        return ids;
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        execute("DROP TABLE IF EXISTS " + TABLE);
        connection.close();
    }
}
