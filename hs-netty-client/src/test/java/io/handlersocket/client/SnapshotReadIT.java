// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Several reads from one snapshot, against the real server. */
class SnapshotReadIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static HandlerSocketClient client;
    private static Index parents;
    private static Index byName;
    private static Index children;
    private static Index byText;

    @BeforeAll
    static void open() {
        DB.execute(
                "CREATE OR REPLACE TABLE test.snap_parent (id INT PRIMARY KEY, name VARCHAR(20) NOT NULL, n INT NOT NULL,"
                        + " kind VARCHAR(9) NOT NULL, UNIQUE KEY uk_name (name)) COLLATE utf8mb4_general_ci",
                "CREATE OR REPLACE TABLE test.snap_child (id INT PRIMARY KEY, parent INT NULL, tag VARCHAR(9) NULL,"
                        + " n INT NOT NULL, deleted BIT(1) NOT NULL, KEY k_parent (parent, n), KEY k_tag (tag))"
                        + " COLLATE utf8mb4_general_ci",
                "INSERT INTO test.snap_parent SELECT seq, CONCAT('Name ', seq), 0, IF(seq % 2, 'odd', 'even') FROM seq_0_to_99",
                "INSERT INTO test.snap_child SELECT seq, seq DIV 10, IF(seq % 3, 'Ab', 'aB'), 0, seq % 2 FROM seq_0_to_999",
                "INSERT INTO test.snap_child VALUES (5000, NULL, NULL, 0, 0)");
        client = PatientClient.unguarded().dataSource(DB.dataSource()).build();
        parents = index("snap_parent", "PRIMARY");
        byName = index("snap_parent", "uk_name");
        children = index("snap_child", "k_parent");
        byText = index("snap_child", "k_tag");
    }

    private static Index index(String table, String name) {
        return client.index(new IndexSpec(new TableName("test", table), name, List.of("id", "n")));
    }

    @AfterAll
    static void close() {
        client.close();
    }

    private static Read read(Index index, int limit, @Nullable Object... keys) {
        return new Read(
                index,
                Arrays.stream(keys)
                        .map(key -> key instanceof Key several ? several : Key.of(key))
                        .toList(),
                List.of(),
                limit);
    }

    private static List<Integer> ids(Rows rows) {
        return rows.rows().stream().map(row -> row.intAt(0)).toList();
    }

    @Test
    void givesTheRowsOfEachReadInItsOrder() {
        List<Rows> found = client.readTogether(List.of(
                read(parents, 1, 7, 3, 7, 500, -1, null, 1L << 40),
                read(children, 100, 3, 99),
                read(byName, 1, "Name 5", "nobody", "Name 4"),
                read(children, 100, Key.of(8, 0), Key.of(8, 1))));

        assertThat(ids(found.get(0))).containsExactly(7, 3);
        assertThat(ids(found.get(1)))
                .containsExactlyElementsOf(IntStream.concat(IntStream.range(30, 40), IntStream.range(990, 1000))
                        .boxed()
                        .toList());
        assertThat(ids(found.get(2))).containsExactly(5, 4);
        assertThat(ids(found.get(3)))
                .containsExactlyElementsOf(IntStream.range(80, 90).boxed().toList());
        assertThat(found).noneMatch(Rows::limited);
    }

    @Test
    void showsEachRowOnceWhenTextsAreEqualToTheCollation() {
        List<Rows> found = client.readTogether(
                List.of(read(byName, 1, "NAME 5", "name 5", "Name 5 "), read(byText, 2000, "ab", "AB", "other")));

        assertThat(ids(found.get(0))).containsExactly(5);
        assertThat(found.get(1).rows()).hasSize(1000);
        assertThat(ids(found.get(1))).doesNotHaveDuplicates();
    }

    @Test
    void saysWhenThereMayBeMore() {
        assertThat(client.readTogether(List.of(read(children, 10, 3))).get(0).limited())
                .isTrue();
        assertThat(client.readTogether(List.of(read(children, 11, 3, 4))).get(0).limited())
                .isFalse();
        assertThat(client.readTogether(List.of(read(parents, 1, 3))).get(0).limited())
                .isFalse();
    }

    @Test
    void passesOverRowsThatDoNotPassTheFilters() {
        List<Range.Filter> odd = List.of(new Range.Filter("kind", Comparison.EQUAL, "ODD"));
        List<Range.Filter> alive = List.of(new Range.Filter("deleted", Comparison.EQUAL, false));
        List<Range.Filter> never = List.of(new Range.Filter("kind", Comparison.EQUAL, "longer than nine"));
        List<Key> keys = List.of(Key.of(1), Key.of(2), Key.of(3));

        List<Rows> found = client.readTogether(List.of(
                new Read(parents, keys, odd, 1),
                new Read(parents, List.of(Key.of(2)), odd, 1),
                new Read(children, List.of(Key.of(1)), alive, 100),
                new Read(parents, keys, never, 1)));

        assertThat(ids(found.get(0))).containsExactly(1, 3);
        assertThat(ids(found.get(1))).isEmpty();
        assertThat(ids(found.get(2))).containsExactly(10, 12, 14, 16, 18);
        assertThat(ids(found.get(3))).isEmpty();
    }

    @Test
    void askingForNothingIsAnsweredWithoutTheServer() {
        Awaitility.await("not while a connection is being made, and looks up something to prove itself")
                .untilAsserted(() -> {
                    long before = DB.globalStatus("Handler_read_key");
                    assertThat(client.readTogether(List.of())).isEmpty();
                    assertThat(client.readTogether(
                                    List.of(read(parents, 1), read(parents, 1, new @Nullable Object[] {null}))))
                            .allMatch(rows -> rows.rows().isEmpty());
                    assertThat(DB.globalStatus("Handler_read_key")).isEqualTo(before);
                });
    }

    @Test
    void refusesWhatTheServerMightReadInTwoRounds() {
        Object[] keys = IntStream.range(0, 5000).boxed().toArray();
        assertThatThrownBy(() -> client.readTogether(List.of(read(parents, 1, keys))))
                .isInstanceOf(TooLargeException.class)
                .hasMessageContaining("expected at most 16384");
        // Even on loopback, where the peer may be a proxy.
        assertThatThrownBy(() -> client.readTogether(Collections.nCopies(300, read(children, 1, Key.of(1)))))
                .isInstanceOf(TooLargeException.class)
                .hasMessageContaining("expected at most 1200");
    }

    @Test
    void refusesIndexesOfOtherClientsAndKeysOfDifferentLengths() {
        try (HandlerSocketClient other =
                PatientClient.builder().dataSource(DB.dataSource()).build()) {
            Index foreign = other.index(parents.spec());
            assertThatThrownBy(() -> client.readTogether(List.of(read(foreign, 1, 1))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not an index of this client");
        }
        assertThatThrownBy(() -> client.readTogether(List.of(read(children, 1, Key.of(1), Key.of(1, 2)))))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** The writer changes a parent and all its children in one transaction: nobody may see only some of that. */
    @Test
    void readsParentAndChildrenAsTheyWereAtOneMoment() throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        Thread writer = new Thread(() -> {
            try (Connection connection = DB.dataSource().getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(false);
                while (!done.get()) {
                    statement.executeUpdate("UPDATE test.snap_parent SET n = n + 1 WHERE id = 50");
                    statement.executeUpdate("UPDATE test.snap_child SET n = n + 1 WHERE parent IN (50, 51)");
                    connection.commit();
                }
            } catch (java.sql.SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        writer.start();
        try {
            int changes = 0;
            int last = 0;
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos(); // for a disk that commits slowly
            for (int i = 0; i < 1500 || (changes <= 20 && System.nanoTime() - end < 0); i++) {
                List<Rows> found = client.readTogether(List.of(read(parents, 1, 50), read(children, 100, 50, 51)));
                List<Integer> seen = found.stream()
                        .flatMap(rows -> rows.rows().stream())
                        .map(row -> row.intAt(1))
                        .toList();
                assertThat(seen).hasSize(21).containsOnly(seen.get(0));
                changes += seen.get(0) == last ? 0 : 1;
                last = seen.get(0);
            }
            assertThat(changes).as("commits between the reads").isGreaterThan(20);
        } finally {
            done.set(true);
            writer.join();
        }
    }
}
