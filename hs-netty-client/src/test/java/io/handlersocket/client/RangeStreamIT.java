// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of any length, page by page, beside what SQL gives: none lost, none twice. */
@Timeout(120)
class RangeStreamIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static HandlerSocketClient client;

    @BeforeAll
    static void open() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.str_runs (p VARCHAR(8) NOT NULL, q INT NOT NULL, a INT NOT NULL,"
                        + " t VARCHAR(8) NOT NULL, u UUID NOT NULL, n INT NULL, d DATETIME(3) NOT NULL,"
                        + " PRIMARY KEY (p, q), KEY k_a (a), KEY k_t (t), KEY k_u (u), KEY k_n (a, n), KEY k_d (d, q),"
                        + " UNIQUE KEY uk (a, n, q, p)) COLLATE utf8mb4_general_ci",
                "INSERT INTO test.str_runs SELECT ELT(1 + seq % 5, 'b', 'A', 'c', 'Ä2', 'x y'), seq, FLOOR(SQRT(seq)),"
                        + " ELT(1 + seq % 4, 'ab', 'AB', 'äb', 'z'),"
                        + " CONCAT('123e4567-e89b-12d3-a456-4266141740', LPAD(seq % 7, 2, '0')),"
                        + " NULLIF(seq % 3, 0), '2024-01-01 00:00:00.5' + INTERVAL (seq DIV 50) MINUTE"
                        + " FROM seq_1_to_1500",
                "CREATE OR REPLACE TABLE test.str_nulls (id INT PRIMARY KEY, a INT NOT NULL, b INT NULL, UNIQUE KEY uk (a, b))",
                "INSERT INTO test.str_nulls SELECT seq, seq % 3, IF(seq % 2, NULL, seq) FROM seq_1_to_300",
                "CREATE OR REPLACE TABLE test.str_isam (id INT PRIMARY KEY, a INT NOT NULL, KEY k_a (a)) ENGINE=MyISAM",
                "INSERT INTO test.str_isam SELECT seq, seq % 3 FROM seq_1_to_300",
                "CREATE OR REPLACE TABLE test.str_heap (id INT NOT NULL, a INT NOT NULL, KEY k_a (a), UNIQUE KEY u_id (id))",
                "INSERT INTO test.str_heap SELECT seq, seq % 3 FROM seq_1_to_300",
                "CREATE OR REPLACE TABLE test.str_desc (id INT PRIMARY KEY, a INT NOT NULL, KEY k_a (a DESC))",
                "CREATE OR REPLACE TABLE test.str_enum (id ENUM('b','a') NOT NULL, a INT NOT NULL, PRIMARY KEY (id, a), KEY k_a (a))",
                "CREATE OR REPLACE TABLE test.str_wide (id INT PRIMARY KEY, v MEDIUMBLOB NOT NULL)",
                "INSERT INTO test.str_wide SELECT seq, REPEAT('x', 200000) FROM seq_1_to_60",
                "CREATE OR REPLACE TABLE test.str_moving (id INT PRIMARY KEY, a INT NOT NULL, fixed INT NOT NULL, KEY k_a (a))",
                "INSERT INTO test.str_moving SELECT seq * 2, seq % 7, 1 FROM seq_1_to_2000");
        client = PatientClient.unguarded()
                .name("streams")
                .dataSource(DB.dataSource())
                .requestTimeout(Duration.ofSeconds(10))
                .build();
    }

    @AfterAll
    static void close() {
        client.close();
    }

    private static Index index(String table, String name) {
        return client.index(new IndexSpec(new TableName("test", table), name, List.of()));
    }

    private static List<String> streamed(Index index, Range range, String... columns) {
        return index.stream(range).map(row -> text(row, columns)).toList();
    }

    private static String text(Row row, String... columns) {
        List<@Nullable String> values = new ArrayList<>();
        for (String column : columns) {
            values.add(row.getString(column));
        }
        return values.toString();
    }

    private static List<String> sql(String query) throws SQLException {
        try (Connection connection = DB.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                List<@Nullable String> values = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    values.add(rows.getString(i));
                }
                found.add(values.toString());
            }
            return found;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 63, 1000})
    void rowsWithEqualKeysComeOnceAndInOrderWhateverThePage(int page) throws Exception {
        String order = " ORDER BY a, p, q";
        assertThat(streamed(
                        index("str_runs", "k_a"),
                        Range.all(Comparison.GREATER_OR_EQUAL, 20).pageSize(page),
                        "a",
                        "p",
                        "q"))
                .hasSizeGreaterThan(1000)
                .isEqualTo(sql("SELECT a, p, q FROM test.str_runs WHERE a >= 20" + order));
        assertThat(streamed(
                        index("str_runs", "k_a"), Range.all(Comparison.LESS, 13).pageSize(page), "a", "p", "q"))
                .hasSizeGreaterThan(100)
                .isEqualTo(sql("SELECT a, p, q FROM test.str_runs WHERE a < 13 ORDER BY a DESC, p DESC, q DESC"));
        assertThat(streamed(index("str_runs", "k_a"), Range.equal(30).pageSize(page), "p", "q"))
                .hasSize(61)
                .isEqualTo(sql("SELECT p, q FROM test.str_runs WHERE a = 30 ORDER BY p, q"));
        assertThat(streamed(
                        index("str_runs", "k_a"), Range.equal(30).descending().pageSize(page), "p", "q"))
                .isEqualTo(sql("SELECT p, q FROM test.str_runs WHERE a = 30 ORDER BY p DESC, q DESC"));
    }

    @Test
    void moreRowsOfOneKeyThanTheServerShouldPassByAgainAreRefused() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.str_same (id INT PRIMARY KEY, a INT NOT NULL, KEY k_a (a))",
                "INSERT INTO test.str_same SELECT seq, 1 FROM seq_1_to_110000");
        List<Integer> read = new ArrayList<>();
        long start = System.nanoTime();
        assertThatThrownBy(() -> index("str_same", "k_a").stream(Range.equal(1).pageSize(5_000))
                        .forEach(row -> read.add(row.getInt("id"))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("100000 rows of a range have one key");
        System.out.printf(
                "RangeStreamIT: %d rows of one key in %d ms%n", read.size(), (System.nanoTime() - start) / 1_000_000);
        assertThat(read).hasSizeGreaterThanOrEqualTo(100_000);
        assertThat(read).isEqualTo(IntStream.rangeClosed(1, read.size()).boxed().toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 64})
    void textsThatAreEqualToTheCollationAreOneKey(int page) throws Exception {
        assertThat(streamed(
                        index("str_runs", "k_t"),
                        Range.all(Comparison.GREATER_OR_EQUAL, "AB").pageSize(page),
                        "q"))
                .hasSize(1500)
                .isEqualTo(sql("SELECT q FROM test.str_runs WHERE t >= 'AB' ORDER BY t, p, q"));
        assertThat(streamed(
                        index("str_runs", "k_t"),
                        Range.all(Comparison.LESS_OR_EQUAL, "z").pageSize(page),
                        "q"))
                .isEqualTo(sql("SELECT q FROM test.str_runs ORDER BY t DESC, p DESC, q DESC"));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 100})
    void keysOfEveryFormGoOn(int page) throws Exception {
        UUID first = UUID.fromString("123e4567-e89b-12d3-a456-426614174001");
        assertThat(streamed(
                        index("str_runs", "k_u"),
                        Range.all(Comparison.GREATER_OR_EQUAL, first).pageSize(page),
                        "u",
                        "q"))
                .hasSizeGreaterThan(1200)
                .isEqualTo(sql("SELECT u, q FROM test.str_runs WHERE u >= '" + first + "' ORDER BY u, p, q"));
        assertThat(streamed(
                        index("str_runs", "k_d"),
                        Range.all(Comparison.GREATER, java.time.LocalDateTime.parse("2024-01-01T00:03:00.5"))
                                .until(Comparison.LESS_OR_EQUAL, java.time.LocalDateTime.parse("2024-01-01T00:09:00.5"))
                                .where("a", Comparison.NOT_EQUAL, 20)
                                .pageSize(page),
                        "q"))
                .hasSizeGreaterThan(200)
                .isEqualTo(sql("SELECT q FROM test.str_runs WHERE d > '2024-01-01 00:03:00.5'"
                        + " AND d <= '2024-01-01 00:09:00.5' AND a <> 20 ORDER BY d, q, p"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 50})
    void nullsInsideAKeyGoOnToo(int page) throws Exception {
        assertThat(streamed(index("str_runs", "k_n"), Range.equal(25).pageSize(page), "n", "p", "q"))
                .hasSize(51)
                .isEqualTo(sql("SELECT n, p, q FROM test.str_runs WHERE a = 25 ORDER BY n, p, q"));
        assertThat(streamed(index("str_nulls", "uk"), Range.equal(1).pageSize(page), "b", "id"))
                .hasSize(100)
                .isEqualTo(sql("SELECT b, id FROM test.str_nulls WHERE a = 1 ORDER BY b, id"));
        assertThat(streamed(
                        index("str_nulls", "uk"), Range.equal(1).descending().pageSize(page), "b", "id"))
                .isEqualTo(sql("SELECT b, id FROM test.str_nulls WHERE a = 1 ORDER BY b DESC, id DESC"));
        assertThat(streamed(
                        index("str_nulls", "uk"),
                        Range.equal(2).and(Comparison.LESS, 200).pageSize(page),
                        "b"))
                .as("no comparison matches NULL")
                .isEqualTo(sql("SELECT b FROM test.str_nulls WHERE a = 2 AND b < 200 ORDER BY b DESC"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9})
    void anEndWithoutABeginningIsKept(int page) throws Exception {
        assertThat(streamed(
                        index("str_nulls", "uk"),
                        Range.equal(2).until(Comparison.LESS, 200).pageSize(page),
                        "b"))
                .hasSize(33)
                .isEqualTo(sql("SELECT b FROM test.str_nulls WHERE a = 2 AND b < 200 ORDER BY b"));
        assertThat(streamed(
                        index("str_nulls", "uk"),
                        Range.equal(2)
                                .descending()
                                .until(Comparison.GREATER_OR_EQUAL, 100)
                                .pageSize(page),
                        "b"))
                .isEqualTo(sql("SELECT b FROM test.str_nulls WHERE a = 2 AND b >= 100 ORDER BY b DESC"));
        assertThat(streamed(
                        index("str_runs", "k_n"),
                        Range.equal(25).until(Comparison.LESS_OR_EQUAL, 1).pageSize(page),
                        "p",
                        "q"))
                .isEqualTo(sql("SELECT p, q FROM test.str_runs WHERE a = 25 AND n <= 1 ORDER BY n, p, q"));
    }

    @Test
    void uniqueIndexesOfAnyEngineCanBeRead() throws Exception {
        assertThat(streamed(
                        index("str_isam", "PRIMARY"),
                        Range.all(Comparison.GREATER, 10).pageSize(9),
                        "id"))
                .hasSize(290)
                .isEqualTo(sql("SELECT id FROM test.str_isam WHERE id > 10 ORDER BY id"));
        assertThat(streamed(index("str_heap", "u_id"), Range.all(Comparison.GREATER, 10), "id"))
                .hasSize(290);
    }

    @Test
    void whereTheOrderOfEqualKeysIsNotKnownItIsRefused() {
        for (String table : List.of("str_isam", "str_heap", "str_desc", "str_enum")) {
            Index index = index(table, "k_a");
            assertThatThrownBy(() -> index.stream(Range.equal(1)).count())
                    .as(table)
                    .isInstanceOf(RefusedException.class);
        }
    }

    @Test
    void pagesOfWideRowsStayShort() {
        Index wide = index("str_wide", "PRIMARY");
        assertThat(wide.stream(Range.all(Comparison.GREATER, 0)).mapToInt(row -> row.intAt(0)))
                .hasSize(60);
        long before = client.snapshot().found();
        assertThat(wide.stream(Range.all(Comparison.GREATER, 60))).isEmpty();
        assertThat(wide.stream(Range.all(Comparison.GREATER, 0).pageSize(2)).count())
                .isEqualTo(60);
        assertThat(client.snapshot().found() - before).isGreaterThan(30);
    }

    @Test
    void rowsThatStayComeOnceWhileOthersComeAndGo() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        List<Throwable> failures = new CopyOnWriteArrayList<>();
        CountDownLatch written = new CountDownLatch(200);
        Thread writer = new Thread(() -> {
            Random random = new Random(7);
            try (Connection connection = DB.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                while (!stop.get()) {
                    int id = 1 + 2 * random.nextInt(2000);
                    statement.execute("REPLACE INTO test.str_moving VALUES (" + id + ", " + random.nextInt(7) + ", 0)");
                    statement.execute(
                            "DELETE FROM test.str_moving WHERE fixed = 0 AND id = " + (1 + 2 * random.nextInt(2000)));
                    written.countDown();
                }
            } catch (SQLException e) {
                failures.add(e);
            }
        });
        writer.start();
        try {
            assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();
            Index moving = index("str_moving", "k_a");
            List<String> up = sql("SELECT a, id FROM test.str_moving WHERE fixed = 1 ORDER BY a, id");
            List<String> down = sql("SELECT a, id FROM test.str_moving WHERE fixed = 1 ORDER BY a DESC, id DESC");
            for (int page : new int[] {3, 20, 100}) {
                assertThat(moving.stream(Range.all(Comparison.GREATER_OR_EQUAL, 0)
                                        .pageSize(page))
                                .filter(row -> row.intAt(2) == 1)
                                .map(row -> text(row, "a", "id")))
                        .containsExactlyElementsOf(up);
                assertThat(moving.stream(Range.all(Comparison.LESS_OR_EQUAL, 6).pageSize(page))
                                .filter(row -> row.intAt(2) == 1)
                                .map(row -> text(row, "a", "id")))
                        .containsExactlyElementsOf(down);
            }
        } finally {
            stop.set(true);
            writer.join();
        }
        assertThat(failures).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64, 65, 500})
    void aStreamEndsAtTheLimitAndReadsNoMore(int limit) throws Exception {
        Range range = Range.all(Comparison.GREATER_OR_EQUAL, 20);
        Index runs = index("str_runs", "k_a");
        assertThat(streamed(runs, range.limit(limit), "q"))
                .isEqualTo(sql("SELECT q FROM test.str_runs WHERE a >= 20 ORDER BY a, p, q LIMIT " + limit));
        assertThat(streamed(runs, range.limit(limit).pageSize(5), "q"))
                .isEqualTo(streamed(runs, range.limit(limit), "q"));
    }

    @Test
    void nothingIsReadBeforeARowIsTakenAndAFailureIsThrownAsItIs() {
        long before = client.snapshot().found();
        var rows = index("str_runs", "k_a").stream(Range.all(Comparison.GREATER_OR_EQUAL, 0))
                .iterator();
        assertThat(client.snapshot().found()).isEqualTo(before);
        rows.next();
        assertThat(client.snapshot().found()).isEqualTo(before + 1);

        Index runs = index("str_runs", "k_a");
        assertThatThrownBy(() -> runs.stream(Range.equal("no number")).count())
                .isInstanceOf(IllegalArgumentException.class);
        try (HandlerSocketClient own =
                PatientClient.builder().dataSource(DB.dataSource()).build()) {
            var closed = own.index(new IndexSpec(new TableName("test", "str_runs"), "k_a", List.of())).stream(
                            Range.all(Comparison.GREATER, 0).pageSize(1))
                    .iterator();
            closed.next();
            own.close();
            assertThatThrownBy(() -> closed.forEachRemaining(row -> {})).isInstanceOf(UnavailableException.class);
        }
    }
}
