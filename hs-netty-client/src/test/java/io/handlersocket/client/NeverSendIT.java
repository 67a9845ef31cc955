// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** What crashes or hangs the server, or answers otherwise than SQL: the public API refuses it, and the server lives on. */
@Timeout(60)
class NeverSendIT {

    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB().withProcessControl();
    private static HandlerSocketClient client;
    private static long pid;

    @BeforeAll
    static void start() {
        DB.start();
        pid = DB.pid();
        DB.execute(
                "CREATE TABLE plain (id INT PRIMARY KEY, v INT NULL, KEY v (v))",
                "INSERT INTO plain SELECT seq, IF(seq % 2, seq, NULL) FROM seq_1_to_100",
                "CREATE VIEW a_view AS SELECT * FROM plain",
                "CREATE TABLE parted (id INT PRIMARY KEY, v INT, KEY v (v)) PARTITION BY HASH (id) PARTITIONS 4",
                "CREATE TABLE versioned (id INT PRIMARY KEY, a INT) WITH SYSTEM VERSIONING",
                "CREATE TABLE in_memory (id INT PRIMARY KEY) ENGINE=MEMORY",
                "CREATE SEQUENCE a_sequence",
                "CREATE TABLE searched (id INT PRIMARY KEY, a TEXT, FULLTEXT KEY ft (a))",
                "CREATE TABLE placed (id INT PRIMARY KEY, g GEOMETRY NOT NULL, SPATIAL KEY sp (g))",
                "CREATE TABLE long_unique (id INT PRIMARY KEY, b LONGTEXT, UNIQUE KEY ub (b))",
                "CREATE TABLE prefixed (id INT PRIMARY KEY, s VARCHAR(50), UNIQUE KEY k (s(3)))",
                "CREATE TABLE no_key (id INT)",
                "CREATE TABLE commas (`a,b` INT PRIMARY KEY, c INT)",
                "CREATE TABLE `weird\u00fc t-.x` (`i d` INT PRIMARY KEY, `\u00fc` INT)",
                "INSERT INTO `weird\u00fc t-.x` VALUES (1, 2)",
                "INSERT INTO parted VALUES (1, 1)",
                "INSERT INTO long_unique VALUES (1, 'hello')");
        client = PatientClient.builder()
                .name("never")
                .dataSource(DB.rootDataSource())
                .requestTimeout(Duration.ofSeconds(5))
                .build();
    }

    @AfterAll
    static void stop() {
        client.close();
        DB.stop();
    }

    @AfterEach
    void theServerLives() {
        assertThat(PatientClient.index(client, "plain").find(1)).isPresent();
        assertThat(DB.pid()).isEqualTo(pid);
        assertThat(DB.isRunning()).isTrue();
    }

    private static void assertRefused(String schema, String table, String index, String why) {
        assertThatThrownBy(() -> client.index(new IndexSpec(new TableName(schema, table), index, List.of())))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(why)
                .matches(e -> !((RefusedException) e).retryable());
    }

    private record Refusal(String schema, String table, String index, String why) {}

    @TestFactory
    Stream<DynamicTest> isRefusedBeforeAnythingIsOpened() {
        return Stream.of(
                        new Refusal("test", "a_view", "PRIMARY", "view"),
                        new Refusal("test", "parted", "PRIMARY", "partitioned"),
                        new Refusal("test", "parted", "v", "partitioned"),
                        new Refusal("test", "versioned", "PRIMARY", "system-versioned"),
                        new Refusal("test", "in_memory", "PRIMARY", "engine MEMORY"),
                        new Refusal("test", "a_sequence", "PRIMARY", "sequence"),
                        new Refusal("test", "searched", "ft", "FULLTEXT"),
                        new Refusal("test", "placed", "sp", "not BTREE"),
                        new Refusal("test", "long_unique", "ub", "HASH"),
                        new Refusal("test", "prefixed", "k", "first 3 characters"),
                        new Refusal("test", "no_key", "PRIMARY", "no index"),
                        new Refusal("test", "plain", "primary", "no index"),
                        new Refusal("test", "plain", "0", "no index"),
                        new Refusal("test", "plain", "", "no index"),
                        new Refusal("test", "commas", "PRIMARY", "cannot address"),
                        new Refusal("test", "absent", "PRIMARY", "doesn't exist"),
                        new Refusal("test", "plain\tPRIMARY\tid\nQ", "PRIMARY", ""),
                        new Refusal("absent", "t", "PRIMARY", ""),
                        new Refusal("mysql", "global_priv", "PRIMARY", "system schema"),
                        new Refusal("MYSQL", "global_priv", "PRIMARY", ""),
                        new Refusal("mysql", "user", "PRIMARY", "system schema"),
                        new Refusal("mysql", "gtid_slave_pos", "PRIMARY", "system schema"),
                        new Refusal("MySQL", "gtid_slave_pos", "PRIMARY", ""),
                        new Refusal("sys", "sys_config", "PRIMARY", "system schema"),
                        new Refusal("information_schema", "TABLES", "PRIMARY", "system schema"),
                        new Refusal("performance_schema", "threads", "PRIMARY", "system schema"))
                .map(r -> DynamicTest.dynamicTest(
                        r.schema() + "." + r.table() + "." + r.index(),
                        () -> assertRefused(r.schema(), r.table(), r.index(), r.why())));
    }

    @Test
    void namesThatHandlerSocketTakesRawAreRead() {
        assertThat(client.index("weird\u00fc t-.x").find(1).orElseThrow().get("\u00fc"))
                .isEqualTo(2);
    }

    @Test
    void keysThatLookLikeCommandsAreKeys() {
        DB.execute(
                "CREATE OR REPLACE TABLE words (w VARCHAR(50) COLLATE utf8mb4_bin PRIMARY KEY)",
                "INSERT INTO words VALUES ('Q'), ('/'), (''), ('a\\tb'), ('a\\nQ'), ('\\0'), ('\\0\\0'), ('\\Z'), ('\\r')");
        Index words = PatientClient.index(client, "words");
        for (String key : List.of("Q", "/", "", "a\tb", "a\nQ", "\0", "\0\0", "\u001a", "\r")) {
            assertThat(words.find(key).map(row -> row.stringAt(0))).contains(key);
        }
        for (String key : List.of("q", "\nQ\n", "\t", "1\t=\t1\t1", "a\0", "\u0001", "\u0001@")) {
            assertThat(words.find(key)).isEmpty();
        }
    }

    @Test
    void anyNumberOfKeysAtOnceIsAnsweredInOrder() {
        Index plain = PatientClient.index(client, "plain");
        List<Integer> keys = new ArrayList<>(
                IntStream.range(0, 50_000).map(i -> i % 150).boxed().toList());
        List<Optional<Row>> rows = plain.findAll(keys);
        assertThat(rows).hasSameSizeAs(keys);
        for (int i = 0; i < keys.size(); i++) {
            int key = keys.get(i);
            assertThat(rows.get(i).map(row -> row.intAt(0)))
                    .isEqualTo(key >= 1 && key <= 100 ? Optional.of(key) : Optional.empty());
        }
        assertThat(plain.findAll(List.of())).isEmpty();
    }

    @Test
    void soManyConditionsThatTheServersStackOverflowsCannotBeSent() {
        Index plain = PatientClient.index(client, "plain");
        List<Range.Filter> filters =
                Collections.nCopies(200_000, new Range.Filter("v", Comparison.GREATER_OR_EQUAL, 0));
        assertThatThrownBy(() -> plain.range(Range.equal(1).where(filters).limit(10)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("filters");
    }

    @Test
    void theLargestLimitIsALimit() {
        Index byV = client.index(new IndexSpec(new TableName("test", "plain"), "v", List.of()));
        assertThat(byV.range(Range.all(Comparison.GREATER_OR_EQUAL, 0).limit(Integer.MAX_VALUE)))
                .hasSize(50);
    }

    /** NULL sorts below everything for the server, and compares with nothing for SQL. */
    @Test
    void rangesPassOverNullAsSqlDoes() {
        Index byV = client.index(new IndexSpec(new TableName("test", "plain"), "v", List.of()));
        assertThat(byV.range(Range.all(Comparison.LESS, 11))).hasSize(5).noneMatch(row -> row.isNullAt(1));
        assertThat(byV.range(Range.all(Comparison.LESS_OR_EQUAL, 11)))
                .hasSize(6)
                .noneMatch(row -> row.isNullAt(1));
    }

    @Test
    void filtersPassOverNullAsSqlDoes() {
        Index plain = PatientClient.index(client, "plain");
        for (Comparison comparison : Comparison.values()) {
            List<Row> rows =
                    plain.range(Range.all(Comparison.GREATER_OR_EQUAL, 1).where("v", comparison, 51));
            assertThat(rows.stream().filter(row -> row.isNullAt(1)).count())
                    .as("NULL %s 51", comparison)
                    .isZero();
        }
    }
}
