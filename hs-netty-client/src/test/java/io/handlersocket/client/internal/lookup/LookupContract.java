// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.Comparison;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.Key;
import io.handlersocket.client.Range;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.Row;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.CatalogFixture;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.client.internal.transport.shared.Connection;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What a handle gives, whoever answers: run against the real server and against the fake of the testkit. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LookupContract {

    static final List<String> ITEM =
            List.of("id INT NOT NULL", "name VARCHAR(20) COLLATE utf8mb4_nopad_bin NULL", "n INT NULL");
    static final List<String> PAIR =
            List.of("a INT NOT NULL", "b VARCHAR(20) COLLATE utf8mb4_nopad_bin NOT NULL", "n INT NULL");
    static final List<List<Object>> ITEMS = List.of(
            Arrays.asList(-7, "minus", 10),
            Arrays.asList(1, "one", 10),
            Arrays.asList(2, "", 20),
            Arrays.asList(3, null, 20),
            Arrays.asList(10, "z\t\n\u0000\u00df", null));
    static final List<List<Object>> PAIRS = List.of(
            Arrays.asList(1, "x", 11),
            Arrays.asList(1, "y\tz", 12),
            Arrays.asList(2, "x", 21),
            Arrays.asList(2, "y\tz", null));

    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final ServerFacts SERVER = CatalogFixture.SERVER;

    private ConnectionPool pool;
    private Connection connection;
    private DefaultIndex items;
    private DefaultIndex pairs;

    /** Makes the tables {@code test.lookup_item} and {@code test.lookup_pair}. */
    abstract void createTables();

    abstract Target target();

    @BeforeAll
    void create() {
        createTables();
    }

    @BeforeEach
    void open() {
        pool = new ConnectionPool(
                "contract",
                new ConnectionLimits(2_000, 100, 100, 1 << 20, 0, SECOND),
                null,
                (closed, reason) -> {},
                () -> {},
                System::nanoTime);
        connection = pool.connect(target()).join();
        items = handle(0, "lookup_item", number("id"), text("name", true), nullableNumber("n"));
        pairs = handle(1, "lookup_pair", number("a"), text("b", false), nullableNumber("n"));
        pool.publish(List.of(connection));
    }

    @AfterEach
    void close() {
        pool.close();
    }

    @AfterAll
    abstract void stop();

    private static Column number(String name) {
        return CatalogFixture.column(name, "int", false);
    }

    private static Column nullableNumber(String name) {
        return CatalogFixture.column(name, "int", true);
    }

    private static Column text(String name, boolean nullable) {
        return new Column(
                name,
                "varchar",
                "varchar(20)",
                false,
                false,
                20,
                80,
                0,
                -1,
                0,
                "utf8mb4",
                CatalogFixture.collation("utf8mb4_nopad_bin"),
                nullable,
                false,
                List.of());
    }

    private DefaultIndex handle(int id, String table, Column... columns) {
        TableName name = new TableName("test", table);
        List<IndexPart> parts = new ArrayList<>();
        for (Column column : columns) {
            if (!column.nullable()) {
                parts.add(new IndexPart(column.name(), 0, false));
            }
        }
        Table definition = new Table(
                name,
                "BASE TABLE",
                "InnoDB",
                false,
                List.of(columns),
                List.of(new IndexDefinition("PRIMARY", true, "BTREE", parts)));
        ReplyLayout layout = ReplyLayout.of(definition, "PRIMARY", true, SERVER);
        OpenedIndex opened = new OpenedIndex(new WireIndex(id, name, "PRIMARY", layout.columnNames()), layout);
        assertThat(connection.open(opened.wire(), SECOND)).succeedsWithin(2, TimeUnit.SECONDS);
        IndexState shared = new IndexState(new IndexState.Name(name, "PRIMARY", true), 0);
        shared.open(opened, 0);
        return new DefaultIndex(
                IndexSpec.primary("test", table),
                shared,
                opened,
                new LookupContext(
                        pool, closed -> {}, Tables.SILENT, () -> false, new UserStages(null, pool.io()), 2 * SECOND));
    }

    private static List<Object> values(Row row) {
        return Arrays.asList(row.valueAt(0), row.valueAt(1), row.valueAt(2));
    }

    private static List<List<Object>> values(List<Row> rows) {
        return rows.stream().map(LookupContract::values).toList();
    }

    @Test
    void findsRowsByNumbersAndByText() {
        for (List<Object> item : ITEMS) {
            assertThat(items.find(item.get(0)).map(LookupContract::values)).contains(item);
        }
        for (List<Object> pair : PAIRS) {
            assertThat(pairs.find(pair.get(0), pair.get(1)).map(LookupContract::values))
                    .contains(pair);
        }
        assertThat(items.find(4)).isEmpty();
        assertThat(items.find(1L << 40)).isEmpty();
        assertThat(pairs.find(1, "X")).isEmpty();
        assertThat(pairs.find(1, "x ")).isEmpty();
    }

    /** Only a lookup that is sent can tell whether the server answers again. */
    @Test
    void keysThatAreNotSentLeaveTheProbeToTheNextLookup() {
        for (int i = 0; i < 3; i++) {
            pool.circuit().failed(new RequestTimeoutException("made up", true));
        }
        assertThatThrownBy(() -> items.find(1)).isInstanceOf(UnavailableException.class);
        Awaitility.await().until(pool.circuit()::isPassable);

        assertThatThrownBy(() -> items.find(1, 2)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> items.findAll(List.of(Key.of(1, 2)))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> items.range(Range.equal(1, 2))).isInstanceOf(IllegalArgumentException.class);
        assertThat(items.find(1L << 40)).isEmpty();
        assertThat(items.findAll(List.of(1L << 40))).containsExactly(Optional.empty());
        assertThat(pool.circuit().isPassable()).isTrue();

        assertThat(items.find(1)).isPresent();
        assertThat(pool.circuit().state()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void findsManyInTheOrderOfTheKeys() {
        List<Optional<Row>> rows = items.findAll(Arrays.asList(3, 4, -7, 3, null, 1));
        assertThat(rows.stream().map(row -> row.map(r -> r.intAt(0)).orElse(null)))
                .containsExactly(3, null, -7, 3, null, 1);
        List<Optional<Row>> several = pairs.findAll(List.of(Key.of(2, "x"), Key.of(2, "nope"), Key.of(1, "y\tz")));
        assertThat(several.stream().map(row -> row.map(LookupContract::values).orElse(null)))
                .containsExactly(PAIRS.get(2), null, PAIRS.get(1));
    }

    @Test
    void readsPagesByEveryComparison() {
        assertThat(values(items.range(Range.all(Comparison.GREATER, 1)))).isEqualTo(ITEMS.subList(2, 5));
        assertThat(values(items.range(Range.all(Comparison.GREATER_OR_EQUAL, 1).limit(2))))
                .isEqualTo(ITEMS.subList(1, 3));
        assertThat(values(items.range(Range.all(Comparison.LESS, 2)))).containsExactly(ITEMS.get(1), ITEMS.get(0));
        assertThat(values(items.range(Range.all(Comparison.LESS_OR_EQUAL, 2).limit(2))))
                .containsExactly(ITEMS.get(2), ITEMS.get(1));
        assertThat(values(items.range(Range.all(Comparison.GREATER, -7).until(Comparison.LESS, 3))))
                .isEqualTo(ITEMS.subList(1, 3));
        assertThat(values(pairs.range(Range.equal(2)))).isEqualTo(PAIRS.subList(2, 4));
        assertThat(values(pairs.range(Range.equal(1).and(Comparison.GREATER, "x"))))
                .isEqualTo(PAIRS.subList(1, 2));
    }

    @Test
    void readsPagesByConditionsOnColumns() {
        assertThat(values(items.range(Range.all(Comparison.GREATER, -9).where("n", Comparison.EQUAL, 20))))
                .isEqualTo(ITEMS.subList(2, 4));
        assertThat(values(items.range(Range.all(Comparison.GREATER, -9).where("n", Comparison.LESS, 20))))
                .isEqualTo(ITEMS.subList(0, 2));
        assertThat(values(items.range(Range.all(Comparison.GREATER, -9).where("name", Comparison.NOT_EQUAL, "one"))))
                .containsExactly(ITEMS.get(0), ITEMS.get(2), ITEMS.get(4));
    }

    @Test
    void answersEachOfManyThatAreUnderwayTogether() {
        List<CompletableFuture<Optional<Row>>> answers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            answers.add(items.findAsync(i % 12).toCompletableFuture());
            if (i % 90 == 89) {
                answers.get(i).join(); // no more than may wait
            }
        }
        for (int i = 0; i < answers.size(); i++) {
            int key = i % 12;
            boolean there = ITEMS.stream().anyMatch(item -> item.get(0).equals(key));
            assertThat(answers.get(i).join().map(row -> row.intAt(0)))
                    .isEqualTo(there ? Optional.of(key) : Optional.empty());
        }
    }

    @Test
    void saysWhatTheServerDidNotTakeAndGoesOn() {
        WireIndex missing = new WireIndex(2, new TableName("test", "lookup_nope"), "PRIMARY", List.of("id"));
        assertThatThrownBy(() -> connection.open(missing, SECOND).join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ServerErrorException.class)
                .hasMessageContaining("open_table");
        assertThat(items.find(1)).isPresent();
    }

    @Test
    void letsNobodyInWithAWrongSecret() {
        Target wrong = new Target(target().endpoint(), "wrong");
        assertThatThrownBy(() -> pool.connect(wrong).join())
                .hasCauseInstanceOf(HandlerSocketException.class)
                .hasMessageContaining("unauth");
    }
}
