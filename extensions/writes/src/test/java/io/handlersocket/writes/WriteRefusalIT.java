// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static io.handlersocket.writes.WriteIT.PATIENT;
import static io.handlersocket.writes.WriteIT.applied;
import static io.handlersocket.writes.WriteIT.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Key;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** Tables whose rows would end differently than in SQL are refused, in words. */
class WriteRefusalIT {

    private static final HandlerSocketMariaDB DB = WritableServer.shared();
    private static HandlerSocketClient client;
    private static HandlerSocketWrites writes;

    @BeforeAll
    static void open() {
        client = HandlerSocketClient.builder()
                .name("refused")
                .dataSource(DB.dataSource())
                .build();
        writes = HandlerSocketWrites.of(client, PATIENT);
    }

    @AfterAll
    static void close() {
        client.close();
    }

    /**
     * A table that is not written to.
     *
     * @param word in the reason
     * @param index the index asked for
     * @param statements make table {@code T}
     */
    record Refused(String word, String index, List<String> statements) {

        @Override
        public String toString() {
            return word;
        }
    }

    private static Refused by(String word, String... statements) {
        return new Refused(word, "PRIMARY", List.of(statements));
    }

    static List<Refused> tables() {
        String plain = "CREATE TABLE T (id INT PRIMARY KEY, v INT)";
        return List.of(
                by("trigger", plain, "CREATE TRIGGER T_tr BEFORE UPDATE ON T FOR EACH ROW SET NEW.v = 1"),
                by("CHECK", "CREATE TABLE T (id INT PRIMARY KEY, v INT CHECK (v > 0))"),
                by("CHECK", "CREATE TABLE T (id INT PRIMARY KEY, v JSON)"),
                by("CHECK", "CREATE TABLE T (id INT PRIMARY KEY, v INT, CONSTRAINT c CHECK (id < 100))"),
                by("generated", "CREATE TABLE T (id INT PRIMARY KEY, v INT, g INT AS (v * 2) VIRTUAL, KEY (g))"),
                by("generated", "CREATE TABLE T (id INT PRIMARY KEY, v INT, g INT AS (v * 2) STORED)"),
                by("HASH", "CREATE TABLE T (id INT PRIMARY KEY, v LONGTEXT, UNIQUE KEY (v))"),
                by("SPATIAL", "CREATE TABLE T (id INT PRIMARY KEY, v POINT NOT NULL, SPATIAL KEY (v))"),
                by("system-versioned", "CREATE TABLE T (id INT PRIMARY KEY, v INT) WITH SYSTEM VERSIONING"),
                by("partitioned", "CREATE TABLE T (id INT PRIMARY KEY, v INT) PARTITION BY HASH (id) PARTITIONS 2"),
                by("period", "CREATE TABLE T (id INT PRIMARY KEY, s DATE, e DATE, PERIOD FOR p (s, e))"),
                by("engine MyISAM", plain + " ENGINE=MyISAM"),
                by("engine Aria", plain + " ENGINE=Aria"),
                by("view", "CREATE VIEW T AS SELECT 1 AS id"),
                by("no such table"),
                new Refused("no index", "nope", List.of(plain)),
                new Refused("not unique", "k", List.of("CREATE TABLE T (id INT PRIMARY KEY, v INT, KEY k (v))")),
                new Refused(
                        "only the first",
                        "k",
                        List.of("CREATE TABLE T (id INT PRIMARY KEY, v TEXT, UNIQUE KEY k (v(3)))")),
                by("FLOAT", "CREATE TABLE T (id FLOAT PRIMARY KEY)"),
                by(
                        "cascades",
                        plain,
                        "CREATE TABLE T_child (id INT PRIMARY KEY, pid INT,"
                                + " FOREIGN KEY (pid) REFERENCES T (id) ON DELETE CASCADE)"));
    }

    private static int number;

    @ParameterizedTest
    @MethodSource("tables")
    void aTableIsRefusedFor(Refused refused) {
        String name = "refused_" + number++;
        for (String statement : refused.statements()) {
            DB.execute(statement.replaceAll("\\bT(?=\\b|_)", name));
        }

        assertThatThrownBy(() -> writes.index(new TableName("test", name), refused.index()))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(refused.word());

        assertThat(DB.isRunning()).isTrue();
    }

    @Test
    void anAccountThatCannotSeeTriggersOrMayNotWriteIsRefused() throws Exception {
        DB.execute(
                "CREATE OR REPLACE TABLE test.rights (id INT PRIMARY KEY, v INT)",
                "CREATE OR REPLACE USER timid IDENTIFIED BY 'pw'",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON test.rights TO timid");
        try (HandlerSocketClient clerk = HandlerSocketClient.builder()
                .name("timid")
                .dataSource(new MariaDbDataSource(DB.jdbcUrl("user=timid&password=pw")))
                .build()) {
            HandlerSocketWrites timid = HandlerSocketWrites.of(clerk, PATIENT);
            TableName rights = new TableName("test", "rights");
            assertThatThrownBy(() -> timid.index(rights))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("TRIGGER");
            DB.execute("GRANT TRIGGER ON test.rights TO timid", "REVOKE DELETE ON test.rights FROM timid");
            assertThatThrownBy(() -> timid.index(rights))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("DELETE");
            DB.execute(
                    "GRANT DELETE ON test.rights TO timid", "ALTER TABLE test.rights ADD CONSTRAINT c CHECK (v > 0)");
            assertThatThrownBy(() -> timid.index(rights))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("CHECK");
            DB.execute("ALTER TABLE test.rights DROP CONSTRAINT c, COMMENT 'its CHECK (v > 0) isn''t \\'\\' there'");
            WriteIndex writer = timid.index(rights);
            assertThat(applied(writer.write(Write.insert(row("id", 1)))).rows()).isEqualTo(1);
        }
    }

    /** Between two times that the connection is open, anything can happen to a table. */
    @Test
    void aTableThatGetsATriggerIsRefusedFromThenOn() {
        DB.execute("CREATE OR REPLACE TABLE test.later (id INT PRIMARY KEY, v INT)");
        WriteIndex writer = writes.index(new TableName("test", "later"));
        assertThat(applied(writer.write(Write.insert(row("id", 1, "v", 1)))).rows())
                .isEqualTo(1);
        client.drain();
        DB.execute("CREATE TRIGGER test.later_tr BEFORE UPDATE ON test.later FOR EACH ROW SET NEW.v = 7");
        client.resume();

        WriteResult result = writer.write(Write.update(Key.of(1), row("v", 2)));

        assertThat(result)
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused -> assertThat(refused.why())
                                .isInstanceOf(RefusedException.class)
                                .hasMessageContaining("trigger"));
    }

    static List<String> changes() {
        return List.of(
                "RENAME TABLE T TO T_away",
                "DROP TABLE T",
                "RENAME TABLE T TO T_away; CREATE VIEW T AS SELECT * FROM T_away",
                "ALTER TABLE T DROP COLUMN w",
                "ALTER TABLE T CHANGE w x INT",
                "ALTER TABLE T DROP INDEX uk",
                "ALTER TABLE T DROP INDEX uk, ADD INDEX uk (v)",
                "ALTER TABLE T ENGINE=MyISAM");
    }

    /** After one index that could not be opened the server would refuse all inserts with a given AUTO_INCREMENT value. */
    @ParameterizedTest
    @MethodSource("changes")
    void nothingThatIsGoneIsAskedForOnTheWritePort(String change) {
        String name = "gone_" + number++;
        DB.execute(
                "CREATE TABLE " + name + " (id INT AUTO_INCREMENT PRIMARY KEY, v INT, w INT, UNIQUE KEY uk (v))",
                "CREATE TABLE " + name + "_other (id INT AUTO_INCREMENT PRIMARY KEY, v INT)",
                "INSERT INTO " + name + " VALUES (1, 1, 1)");
        WriteIndex writer = writes.index(new TableName("test", name), "uk");
        WriteIndex other = writes.index(new TableName("test", name + "_other"));
        assertThat(applied(writer.write(Write.update(Key.of(1), row("w", 2)))).rows())
                .isEqualTo(1);
        client.drain();
        for (String statement : change.split("; ", -1)) {
            DB.execute(statement.replaceAll("\\bT(?=\\b|_)", name));
        }
        client.resume();

        assertThat(writer.write(Write.update(Key.of(1), row("w", 3)))).isInstanceOf(WriteResult.Refused.class);

        assertThat(applied(other.write(Write.insert(row("id", 1_000, "v", 1)))).rows())
                .isEqualTo(1);
    }

    @Test
    void aColumnThatBecameShorterIsSeenBeforeAnythingIsSent() {
        DB.execute("CREATE OR REPLACE TABLE test.shorter (id INT PRIMARY KEY, v VARCHAR(20))");
        WriteIndex writer = writes.index(new TableName("test", "shorter"));
        assertThat(applied(writer.write(Write.insert(row("id", 1, "v", "0123456789"))))
                        .rows())
                .isEqualTo(1);
        client.drain();
        DB.execute("UPDATE test.shorter SET v = 'x'", "ALTER TABLE test.shorter MODIFY v VARCHAR(5)");
        client.resume();

        assertThat(writer.write(Write.update(Key.of(1), row("v", "0123456789"))))
                .isInstanceOfSatisfying(
                        WriteResult.Refused.class,
                        refused -> assertThat(refused.why()).hasMessageContaining("has changed"));
        assertThatThrownBy(() -> writer.write(Write.update(Key.of(1), row("v", "0123456789"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("a text of 10 characters (expected at most 5)");
        assertThat(applied(writer.write(Write.update(Key.of(1), row("v", "01234"))))
                        .rows())
                .isEqualTo(1);
    }

    @Test
    void aTimeOfTheLastUpdateMustBeGiven() {
        DB.execute("CREATE OR REPLACE TABLE test.touched (id INT PRIMARY KEY, v INT,"
                + " at DATETIME NULL ON UPDATE CURRENT_TIMESTAMP)");
        WriteIndex writer = writes.index(new TableName("test", "touched"));
        LocalDateTime now = LocalDateTime.of(2024, 1, 1, 0, 0);

        assertThat(applied(writer.write(Write.insert(row("id", 1, "v", 1)))).rows())
                .isEqualTo(1);
        assertThatThrownBy(() -> writer.write(Write.update(Key.of(1), row("v", 2))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("ON UPDATE CURRENT_TIMESTAMP");
        assertThatThrownBy(() -> writer.write(Write.increment(Key.of(1), "v", 2)))
                .isInstanceOf(RefusedException.class);
        assertThat(applied(writer.write(Write.update(Key.of(1), row("v", 2, "at", now))))
                        .rows())
                .isEqualTo(1);
    }

    @Test
    void whatCannotBeSentExactlyIsRefusedByItself() {
        DB.execute("CREATE OR REPLACE TABLE test.floats (id INT PRIMARY KEY, f FLOAT, d DECIMAL(5,2), n INT)");
        WriteIndex writer = writes.index(new TableName("test", "floats"));

        assertThatThrownBy(() -> writer.write(Write.insert(row("id", 1, "f", 1.5f))))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("FLOAT");
        assertThatThrownBy(() -> writer.write(Write.increment(Key.of(1), "d", 1)))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("integer");
        DB.execute("INSERT INTO test.floats VALUES (1, 1.5, 1, 1)");
        assertThat(applied(writer.write(Write.update(Key.of(1), row("n", 2)))).rows())
                .isEqualTo(1);
    }

    @Test
    void anInsertOfMoreThan32ColumnsIsRefusedAndOneOf32IsNot() {
        for (int columns : new int[] {32, 33}) {
            String names = IntStream.range(0, columns)
                    .mapToObj(i -> "c" + i + (i == 0 ? " INT PRIMARY KEY" : " INT"))
                    .collect(Collectors.joining(", "));
            DB.execute("CREATE OR REPLACE TABLE test.wide" + columns + " (" + names + ")");
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            IntStream.range(0, columns).forEach(i -> row.put("c" + i, i));
            WriteIndex writer = writes.index(new TableName("test", "wide" + columns));
            if (columns == 32) {
                assertThat(applied(writer.write(Write.insert(row))).rows()).isEqualTo(1);
            } else {
                assertThatThrownBy(() -> writer.write(Write.insert(row)))
                        .isInstanceOf(RefusedException.class)
                        .hasMessageContaining("at most 32");
                DB.execute("INSERT INTO test.wide33 (c0) VALUES (1)");
                row.remove("c0");
                row.put("c32", null);
                assertThat(applied(writer.write(Write.update(Key.of(1), row))).rows())
                        .isEqualTo(1);
            }
        }
    }
}
