// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static io.handlersocket.client.Comparison.GREATER;
import static io.handlersocket.client.Comparison.GREATER_OR_EQUAL;
import static io.handlersocket.client.Comparison.LESS;
import static io.handlersocket.client.Comparison.LESS_OR_EQUAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages along an index against the real server, each beside SQL's answer. */
class RangeIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static HandlerSocketClient client;
    private static Index byAb;

    @BeforeAll
    static void open() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.ranged (id INT PRIMARY KEY, a INT NULL, b INT NULL, c VARCHAR(9) NOT NULL,"
                        + " e ENUM('x','y') NOT NULL, latin VARCHAR(9) CHARACTER SET latin1,"
                        + " nopad CHAR(3) COLLATE utf8mb4_nopad_bin, KEY k_ab (a, b, id), KEY k_e (e),"
                        + " KEY k_c (c), KEY k_c_latin (id, latin))",
                "INSERT INTO test.ranged SELECT seq, IF(seq % 11 = 0, NULL, seq % 5), IF(seq % 6 = 0, NULL, seq % 13),"
                        + " CONCAT('c', seq % 17), IF(seq % 2, 'x', 'y'), NULL, NULL FROM seq_1_to_500");
        client = PatientClient.unguarded().dataSource(DB.dataSource()).build();
        byAb = client.index(new IndexSpec(new TableName("test", "ranged"), "k_ab", List.of("id")));
    }

    @AfterAll
    static void close() {
        client.close();
    }

    static Stream<Arguments> ranges() {
        return Stream.of(
                arguments(Range.equal(3), "a = 3 ORDER BY a, b, id"),
                arguments(Range.equal(3, 4), "a = 3 AND b = 4 ORDER BY id"),
                arguments(Range.equal(3).limit(7), "a = 3 ORDER BY a, b, id LIMIT 7"),
                arguments(Range.equal(99), "a = 99"),
                arguments(Range.equal(3).descending(), "a = 3 ORDER BY b DESC, id DESC"),
                arguments(Range.equal(4).descending(), "a = 4 ORDER BY b DESC, id DESC"),
                arguments(Range.equal(0).descending(), "a = 0 ORDER BY b DESC, id DESC"),
                arguments(Range.equal(3).descending().limit(5), "a = 3 ORDER BY b DESC, id DESC LIMIT 5"),
                arguments(Range.equal(99).descending(), "a = 99"),
                arguments(
                        Range.equal(3).descending().where("b", LESS, 5).limit(3),
                        "a = 3 AND b < 5 ORDER BY b DESC, id DESC LIMIT 3"),
                arguments(Range.equal(2).and(GREATER_OR_EQUAL, 5), "a = 2 AND b >= 5 ORDER BY b, id"),
                arguments(Range.equal(2).and(GREATER, 5).limit(4), "a = 2 AND b > 5 ORDER BY b, id LIMIT 4"),
                arguments(Range.equal(2).and(LESS, 5), "a = 2 AND b < 5 ORDER BY b DESC, id DESC"),
                arguments(
                        Range.equal(2).and(LESS_OR_EQUAL, 5).limit(9),
                        "a = 2 AND b <= 5 ORDER BY b DESC, id DESC LIMIT 9"),
                arguments(Range.all(LESS, 2), "a < 2 ORDER BY a DESC, b DESC, id DESC"),
                arguments(Range.all(GREATER, 2), "a > 2 ORDER BY a, b, id"),
                arguments(Range.all(GREATER_OR_EQUAL, 1).until(LESS, 3), "a >= 1 AND a < 3 ORDER BY a, b, id"),
                arguments(
                        Range.equal(1).and(GREATER, 2).until(LESS_OR_EQUAL, 8).limit(20),
                        "a = 1 AND b > 2 AND b <= 8 ORDER BY b, id LIMIT 20"),
                arguments(
                        Range.equal(1).and(LESS, 9).until(GREATER_OR_EQUAL, 3),
                        "a = 1 AND b < 9 AND b >= 3 ORDER BY b DESC, id DESC"),
                arguments(Range.equal(3).until(LESS, 5), "a = 3 AND b < 5 ORDER BY b, id"),
                arguments(Range.equal(3).until(LESS_OR_EQUAL, 5).limit(9), "a = 3 AND b <= 5 ORDER BY b, id LIMIT 9"),
                arguments(Range.equal(3).descending().until(GREATER, 5), "a = 3 AND b > 5 ORDER BY b DESC, id DESC"),
                arguments(
                        Range.equal(3).until(GREATER_OR_EQUAL, 0).descending(),
                        "a = 3 AND b >= 0 ORDER BY b DESC, id DESC"),
                arguments(Range.equal(3).where("c", Comparison.EQUAL, "C5"), "a = 3 AND c = 'C5' ORDER BY a, b, id"),
                arguments(Range.equal(3).where("b", LESS, 5), "a = 3 AND b < 5 ORDER BY a, b, id"),
                arguments(Range.equal(3).where("b", LESS_OR_EQUAL, 5), "a = 3 AND b <= 5 ORDER BY a, b, id"),
                arguments(Range.equal(3).where("b", Comparison.NOT_EQUAL, 4), "a = 3 AND b <> 4 ORDER BY a, b, id"),
                arguments(
                        Range.equal(3).where(List.of(Range.Filter.isNull("b"))),
                        "a = 3 AND b IS NULL ORDER BY a, b, id"),
                arguments(
                        Range.equal(3)
                                .where(List.of(Range.Filter.isNull("latin")))
                                .limit(9),
                        "a = 3 AND latin IS NULL ORDER BY a, b, id LIMIT 9"),
                arguments(
                        Range.equal(3).where("e", Comparison.NOT_EQUAL, "x").where("id", GREATER, 100),
                        "a = 3 AND e <> 'x' AND id > 100 ORDER BY a, b, id"));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("ranges")
    void givesTheRowsOfSqlInItsOrder(Range range, String where) throws SQLException {
        assertThat(byAb.range(range).stream().map(row -> row.intAt(0)))
                .containsExactlyElementsOf(sql("SELECT id FROM test.ranged WHERE " + where));
    }

    @Test
    void readsSeveralRangesOfWhichEachSaysWhetherThereMayBeMore() throws SQLException {
        List<Rows> found = byAb.ranges(List.of(
                Range.equal(3, 4).and(GREATER, 200).limit(2),
                Range.equal(3).and(GREATER, 4),
                Range.equal(3).where("b", Comparison.EQUAL, 9_000_000_000L)));
        assertThat(found).extracting(Rows::limited).containsExactly(true, false, false);
        assertThat(found.stream().flatMap(rows -> rows.rows().stream()).map(row -> row.intAt(0)))
                .containsExactlyElementsOf(
                        sql(
                                "(SELECT id FROM test.ranged WHERE a = 3 AND b = 4 AND id > 200 ORDER BY id LIMIT 2)"
                                        + " UNION ALL (SELECT id FROM test.ranged WHERE a = 3 AND b > 4 ORDER BY b, id LIMIT 999)"));
        assertThat(byAb.ranges(List.of())).isEmpty();
    }

    @Test
    void aValueThatSqlRefusesIsNotPassedOverBecauseAnotherMatchesNoRow() {
        Index byC = client.index(new IndexSpec(new TableName("test", "ranged"), "k_c_latin", List.of("id")));
        assertThat(byC.ranges(List.of(Range.equal(3_000_000_000L).and(GREATER, "c")))
                        .get(0)
                        .rows())
                .isEmpty();
        for (Range range : List.of(
                Range.equal(3_000_000_000L).and(GREATER, "\u4e2d"),
                Range.equal(3_000_000_000L).where("latin", LESS, "\u4e2d"))) {
            assertThatThrownBy(() -> byC.ranges(List.of(range))).isInstanceOf(UndecidableValueException.class);
            assertThatThrownBy(() -> byC.range(range)).isInstanceOf(UndecidableValueException.class);
            assertThatThrownBy(() -> byC.stream(range).toList()).isInstanceOf(UndecidableValueException.class);
            assertThat(byC.rangeAsync(range)).failsWithin(Duration.ofSeconds(1));
        }
    }

    /** A null key value, and an equal value that the column cannot hold, match no row, whichever method reads. */
    @Test
    void whatMatchesNoRowInSqlGivesNoneInEveryMethod() throws SQLException {
        assertThat(sql("SELECT id FROM test.ranged WHERE a = 3 AND b = 9000000000"))
                .isEmpty();
        for (Range range : List.of(
                Range.equal(3).where("b", Comparison.EQUAL, 9_000_000_000L),
                Range.equal(9_000_000_000L),
                Range.equal(3, null))) {
            assertThat(byAb.range(range)).isEmpty();
            assertThat(byAb.rangeAsync(range)).isCompletedWithValue(List.of());
            assertThat(byAb.stream(range)).isEmpty();
            assertThat(byAb.ranges(List.of(range)).get(0).rows()).isEmpty();
            assertThat(client.readTogether(List.of(new Read(byAb, List.of(new Key(range.equal())), range.filters(), 9)))
                            .get(0)
                            .rows())
                    .isEmpty();
        }
    }

    @Test
    void aRowAddedBetweenTwoRangesIsInBothOrInNeither() {
        List<Range> twice = List.of(Range.equal(77), Range.equal(77));
        Thread writer = new Thread(() -> {
            for (int id = 1000; id < 1100; id++) {
                DB.execute("INSERT INTO test.ranged VALUES (" + id + ", 77, 1, 'x', 'x', NULL, NULL)");
            }
        });
        writer.start();
        int seen = 0;
        while (writer.isAlive()) {
            List<Rows> found = byAb.ranges(twice);
            assertThat(found.get(1).rows()).hasSameSizeAs(found.get(0).rows());
            seen = Math.max(seen, found.get(0).rows().size());
        }
        DB.execute("DELETE FROM test.ranged WHERE a = 77");
        assertThat(seen).isPositive();
    }

    @Test
    void refusesWhatTheServerWouldMoveOrOrderDifferently() {
        Index byE = client.index(new IndexSpec(new TableName("test", "ranged"), "k_e", List.of("id")));

        assertThatThrownBy(() -> byAb.range(Range.all(GREATER, 4_000_000_000L)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("cannot hold");
        assertThatThrownBy(() -> byE.range(Range.all(GREATER, "x")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("enum");
        assertThatThrownBy(() -> byAb.range(Range.equal(3).where("nopad", GREATER, "x")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("padded with spaces");
        assertThatThrownBy(() -> byAb.range(Range.equal(3).where("e", GREATER, "x")))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("enum");
        assertThatThrownBy(() -> byAb.range(Range.equal(1, 2, 3).and(LESS, 4)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static List<Integer> sql(String query) throws SQLException {
        try (Connection connection = DB.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            List<Integer> ids = new ArrayList<>();
            while (result.next()) {
                ids.add(result.getInt(1));
            }
            return ids;
        }
    }
}
