// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random text keys and ranges beside SQL, under the default collation of the server, and under those whose names people
 * bring from MySQL 8 where the server knows them: they do not pad, which their names do not say.
 */
class CollatedKeysIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private static final List<String> COLLATIONS = List.of(
            "DEFAULT",
            "utf8mb4_uca1400_ai_ci",
            "utf8mb4_uca1400_as_cs",
            "utf8mb4_uca1400_nopad_as_ci",
            "utf8mb4_0900_ai_ci",
            "utf8mb4_0900_as_cs",
            "utf8mb4_0900_bin",
            "utf8mb4_nopad_bin");

    /** Characters that collations hold equal, ignore or expand; among them a soft hyphen and one beyond 16 bits. */
    private static final int[] CHARACTERS =
            "aAb\u00e4\u00df\u00e9eEs  \u00ad\u3042\ud83d\ude00".codePoints().toArray();

    private static final Map<Comparison, String> RANGES = Map.of(
            Comparison.GREATER_OR_EQUAL, ">= ? ORDER BY k, id",
            Comparison.GREATER, "> ? ORDER BY k, id",
            Comparison.LESS, "< ? ORDER BY k DESC, id DESC",
            Comparison.LESS_OR_EQUAL, "<= ? ORDER BY k DESC, id DESC");

    private static final List<String> TYPES = List.of("VARCHAR(6) NOT NULL", "VARCHAR(6) NULL", "CHAR(6) NOT NULL");

    private static final int UNKNOWN_COLLATION = 1273;
    private static final int ROWS = 80;
    private static final int KEYS = 60;
    private static final int PAGE = 7;

    private final Random random = Seed.random(CollatedKeysIT.class);
    private int answered;
    private int refused;

    @Test
    void everyKeyAndRangeIsAnsweredAsBySql() throws SQLException {
        List<String> tried = new ArrayList<>();
        try (Connection sql = DB.rootDataSource().getConnection();
                HandlerSocketClient client =
                        PatientClient.unguarded().dataSource(DB.dataSource()).build()) {
            for (String collation : COLLATIONS) {
                for (String type : TYPES) {
                    if (!create(sql, collation, type)) {
                        System.out.println("CollatedKeysIT: the server does not know " + collation);
                        break;
                    }
                    answered = 0;
                    refused = 0;
                    compare(sql, client, table(collation, type));
                    System.out.println("CollatedKeysIT: " + type + ' ' + collation + ": " + answered + " answered, "
                            + refused + " left to SQL");
                    // CHAR is filled up with blanks, which differs from SQL where blanks count.
                    assertThat(answered).as(collation).isGreaterThan(type.startsWith("CHAR") ? -1 : refused);
                    tried.add(collation);
                }
            }
        }
        assertThat(tried).hasSizeGreaterThan(12);
    }

    /** Says whether the server knows the collation. */
    private static boolean create(Connection sql, String collation, String type) throws SQLException {
        String collate = collation.equals("DEFAULT") ? "" : " COLLATE " + collation;
        String declared = type.replace("(6)", "(6) CHARACTER SET utf8mb4" + collate);
        try (Statement statement = sql.createStatement()) {
            statement.execute("CREATE OR REPLACE TABLE test." + table(collation, type) + " (id INT PRIMARY KEY, k "
                    + declared + ", KEY k_k (k, id))");
            return true;
        } catch (SQLException e) {
            if (e.getErrorCode() == UNKNOWN_COLLATION) {
                return false;
            }
            throw e;
        }
    }

    private static String table(String collation, String type) {
        return "collated_" + collation + '_' + TYPES.indexOf(type);
    }

    private void compare(Connection sql, HandlerSocketClient client, String table) throws SQLException {
        try (PreparedStatement insert = sql.prepareStatement("INSERT INTO test." + table + " VALUES (?, ?)")) {
            for (int id = 1; id <= ROWS; id++) {
                insert.setInt(1, id);
                insert.setString(2, text(6));
                insert.execute();
            }
        }
        Index index;
        try {
            index = client.index(new IndexSpec(new TableName("test", table), "k_k", List.of("id", "k")));
        } catch (RefusedException leftToSql) {
            refused++;
            return;
        }
        String select = "SELECT id FROM test." + table + " WHERE k ";
        for (int i = 0; i < KEYS; i++) {
            String key = text(8);
            check(index, Range.equal(key), sql, select + "= ? ORDER BY k, id", key);
            for (Map.Entry<Comparison, String> range : RANGES.entrySet()) {
                String query = select + range.getValue();
                check(index, Range.all(range.getKey(), key), sql, query, key);
                check(index, Range.all(range.getKey(), key).limit(PAGE), sql, query + " LIMIT " + PAGE, key);
            }
        }
    }

    private void check(Index index, Range range, Connection sql, String query, String key) throws SQLException {
        List<Integer> found;
        try {
            found = index.range(range).stream().map(row -> row.intAt(0)).toList();
        } catch (RefusedException | UndecidableValueException leftToSql) {
            refused++;
            return;
        }
        answered++;
        List<Integer> expected = new ArrayList<>();
        try (PreparedStatement statement = sql.prepareStatement(query)) {
            statement.setString(1, key);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    expected.add(rows.getInt(1));
                }
            }
        }
        assertThat(found).as("%s with '%s'", query, key).isEqualTo(expected);
    }

    private String text(int most) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(most + 1); length > 0; length--) {
            text.appendCodePoint(CHARACTERS[random.nextInt(CHARACTERS.length)]);
        }
        return text.toString();
    }
}
