// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static io.handlersocket.hibernate.fixture.FakeClient.column;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import io.handlersocket.hibernate.spi.RangeAndOrder.Bound;
import io.handlersocket.hibernate.spi.RangeAndOrder.Sort;
import io.handlersocket.testkit.Property;
import io.handlersocket.testkit.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A scan that the planner accepts gives the rows in the order of the statement, whatever the rows are. */
class IndexScanPropertyTest {

    private static final int STATEMENTS = Seed.size("scan.statements", 30_000);
    private static final List<String> COLUMNS = List.of("id", "a", "b", "c");

    /**
     * A statement over a table: the equal columns equal 1, a bound is one to 1.
     *
     * @param innoDb whether equal entries of an index follow the primary key; else the newest row is the first
     * @param indexes the columns of the indexes besides the primary key
     * @param rows the values of a, b and c; the id is the place in the list
     */
    private record Statement(
            boolean innoDb,
            List<List<String>> indexes,
            List<String> key,
            List<Bound> bounds,
            List<Sort> order,
            List<List<Integer>> rows) {

        static Statement any(Random random) {
            return new Statement(
                    random.nextInt(4) != 0,
                    IntStream.range(0, 1 + random.nextInt(2))
                            .mapToObj(i -> columns(random, 1 + random.nextInt(3)))
                            .toList(),
                    columns(random, random.nextInt(3)),
                    random.nextInt(3) == 0 ? List.of(bound(random)) : List.of(),
                    columns(random, random.nextInt(4)).stream()
                            .map(column -> new Sort(column, random.nextInt(3) == 0))
                            .toList(),
                    IntStream.range(0, 12)
                            .mapToObj(row -> random.ints(3, 0, 3).boxed().toList())
                            .toList());
        }

        private static List<String> columns(Random random, int count) {
            List<String> columns = new ArrayList<>(COLUMNS);
            Collections.shuffle(columns, random);
            return List.copyOf(columns.subList(0, count));
        }

        private static Bound bound(Random random) {
            Comparison comparison = random.nextBoolean() ? Comparison.GREATER : Comparison.LESS_OR_EQUAL;
            return new Bound(columns(random, 1).get(0), comparison);
        }

        Stream<Statement> smaller() {
            return Stream.of(
                            without(rows).map(fewer -> new Statement(innoDb, indexes, key, bounds, order, fewer)),
                            without(indexes)
                                    .filter(fewer -> !fewer.isEmpty())
                                    .map(fewer -> new Statement(innoDb, fewer, key, bounds, order, rows)),
                            without(key).map(fewer -> new Statement(innoDb, indexes, fewer, bounds, order, rows)),
                            without(bounds).map(fewer -> new Statement(innoDb, indexes, key, fewer, order, rows)),
                            without(order).map(fewer -> new Statement(innoDb, indexes, key, bounds, fewer, rows)))
                    .flatMap(some -> some);
        }

        private static <E> Stream<List<E>> without(List<E> list) {
            return Property.smallerLists(list, element -> Stream.of());
        }

        Table table() {
            List<IndexDefinition> all = new ArrayList<>();
            all.add(index(IndexDefinition.PRIMARY, true, List.of("id")));
            for (List<String> columns : indexes) {
                all.add(index("k" + all.size(), false, columns));
            }
            return new Table(
                    new TableName("game", "score"),
                    "BASE TABLE",
                    innoDb ? "InnoDB" : "MyISAM",
                    false,
                    COLUMNS.stream().map(name -> column(name, "int(11)")).toList(),
                    all);
        }

        private static IndexDefinition index(String name, boolean unique, List<String> columns) {
            return new IndexDefinition(
                    name,
                    unique,
                    "BTREE",
                    columns.stream()
                            .<IndexPart>map(column -> new IndexPart(column, 0, false))
                            .toList());
        }

        Lookup lookup() {
            return new Lookup(
                    "",
                    "score",
                    List.of(new Lookup.Selected("id", ValueType.INTEGER)),
                    key,
                    List.of(),
                    new RangeAndOrder(bounds, null, order, false),
                    List.of(),
                    null);
        }

        int value(int row, String column) {
            return column.equals("id") ? row : rows.get(row).get(COLUMNS.indexOf(column) - 1);
        }

        /** The rows that the statement asks for, as a scan of this index gives them. */
        List<Integer> scanned(IndexScan scan) {
            Comparator<Integer> entries = comparing(scan.index().columns())
                    .thenComparing(innoDb ? Comparator.naturalOrder() : Comparator.reverseOrder());
            return IntStream.range(0, rows.size())
                    .boxed()
                    .filter(row -> key.stream().allMatch(column -> value(row, column) == 1))
                    .filter(row -> bounds.stream().allMatch(bound -> isWithin(row, bound)))
                    .sorted(scan.descending() ? entries.reversed() : entries)
                    .toList();
        }

        private boolean isWithin(int row, Bound bound) {
            int value = value(row, bound.column());
            return bound.comparison() == Comparison.GREATER ? value > 1 : value <= 1;
        }

        private Comparator<Integer> comparing(List<String> columns) {
            return (one, other) -> first(columns.stream().mapToInt(column -> compare(one, other, column)));
        }

        private int compare(int one, int other, String column) {
            return Integer.compare(value(one, column), value(other, column));
        }

        private static int first(IntStream differences) {
            return differences.filter(difference -> difference != 0).findFirst().orElse(0);
        }

        /** Whether the rows come as ORDER BY says. */
        boolean isSorted(List<Integer> scanned) {
            return IntStream.range(1, scanned.size())
                    .allMatch(i -> first(order.stream()
                                    .mapToInt(sort -> sort.descending()
                                            ? compare(scanned.get(i), scanned.get(i - 1), sort.column())
                                            : compare(scanned.get(i - 1), scanned.get(i), sort.column())))
                            <= 0);
        }
    }

    @Test
    void anAcceptedScanGivesTheOrderOfTheStatement() {
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger sorted = new AtomicInteger();
        Property.of(Statement::any, Statement::smaller)
                .holds(Seed.random(IndexScanPropertyTest.class), STATEMENTS, statement -> {
                    IndexScan scan;
                    try {
                        scan = IndexScan.of(statement.lookup(), statement.table());
                    } catch (LeftToJdbcException e) {
                        return; // SQL sorts
                    }
                    accepted.incrementAndGet();
                    List<Integer> rows = statement.scanned(scan);
                    sorted.addAndGet(statement.order().isEmpty() || rows.size() < 2 ? 0 : 1);
                    assertThat(statement.isSorted(rows))
                            .as("%s: rows %s", scan, rows)
                            .isTrue();
                });

        assertThat(accepted.get()).as("accepted of %d", STATEMENTS).isGreaterThan(STATEMENTS / 20);
        assertThat(sorted.get()).as("with an order and rows").isGreaterThan(STATEMENTS / 200);
    }
}
