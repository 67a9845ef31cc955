// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.hibernate.spi.ReadColumns;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a statement that joins tables by the values of columns, as SQL would run it by nested loops: from the
 * rows of the first table to those of each other by an index.
 *
 * @param tables in the order of the statement; the first one is looked up by the statement's keys
 * @param items what the statement selects, in its order
 * @param orders how its rows are sorted, the first one first
 */
public record Join(List<Table> tables, List<Item> items, List<Order> orders) implements Shape {

    /**
     * One of the tables.
     *
     * @param lookup what is read of it; its columns are those that items, origins and orders name by position
     * @param outer whether a row without a match stays, with NULL for every column of this table and its group
     * @param origins for each part of the lookup's key, where its value comes from; empty for the first table
     * @param end the position after the last table that is joined with this one before this one is joined with earlier
     *     tables
     */
    public record Table(Lookup lookup, boolean outer, List<Origin> origins, int end) {

        public Table {
            origins = List.copyOf(origins);
        }
    }

    /** A column of an earlier table: the position of the table, and that of the column in the table's columns. */
    public record Origin(int table, int column) {}

    /**
     * A value that is selected: a column, or the value of the first case that holds.
     *
     * @param column the column; not used if there are cases
     * @param cases none for a column
     */
    public record Item(Origin column, List<Case> cases) {

        public Item {
            cases = List.copyOf(cases);
        }
    }

    /** The value of an item for rows in which this column is not NULL. */
    public record Case(Origin column, Object value) {}

    /**
     * A sort key of a {@linkplain ValueType#isSortable sortable} type.
     *
     * @param item the item sorted by
     * @param descending whether the largest comes first, and NULL last
     */
    public record Order(int item, boolean descending) {}

    public Join {
        tables = List.copyOf(tables);
        items = List.copyOf(items);
        orders = List.copyOf(orders);
    }

    @Override
    public List<Lookup> lookups() {
        return tables.stream().map(Table::lookup).toList();
    }

    @Override
    public ReadColumns selected() {
        Set<String> names = new LinkedHashSet<>();
        tables.forEach(table -> names.add(table.lookup().table()));
        List<String> columns = new ArrayList<>();
        for (Item item : items) {
            Origin origin =
                    item.cases().isEmpty() ? item.column() : item.cases().get(0).column();
            String table = tables.get(origin.table()).lookup().table();
            columns.add(table + '.' + column(origin).column());
        }
        List<Integer> order = orders.stream()
                .map(Order::item)
                .takeWhile(position -> isExact(items.get(position)))
                .toList();
        return new ReadColumns(names, columns, order);
    }

    private boolean isExact(Item item) {
        return !item.cases().isEmpty() || column(item.column()).type().isExact();
    }

    private Lookup.Selected column(Origin origin) {
        return tables.get(origin.table()).lookup().columns().get(origin.column());
    }

    @Override
    public Plan plan(LookupPlans plans) {
        return new JoinPlan(this, plans);
    }

    /**
     * For each part of a table's key, which part of the statement's key it equals wherever the rows match.
     *
     * @return null if one of them equals none
     */
    int @Nullable [] predicted(int table) {
        Lookup lookup = tables.get(table).lookup();
        int[] parts = new int[lookup.key().size()];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = table == 0 ? i : predicted(tables.get(table).origins().get(i));
            if (parts[i] < 0) {
                return null;
            }
        }
        return parts;
    }

    private int predicted(Origin origin) {
        Lookup lookup = tables.get(origin.table()).lookup();
        String column = column(origin).column();
        for (int i = 0; i < lookup.key().size(); i++) {
            if (lookup.key().get(i).equalsIgnoreCase(column)) {
                return origin.table() == 0
                        ? i
                        : predicted(tables.get(origin.table()).origins().get(i));
            }
        }
        return -1;
    }

    /** How many packets it takes at least: each but the first for keys that are known from the one before. */
    public int packets() {
        int[] depth = new int[tables.size()];
        int most = 0;
        for (int i = 1; i < depth.length; i++) {
            if (predicted(i) == null) {
                for (Origin origin : tables.get(i).origins()) {
                    depth[i] = Math.max(depth[i], depth[origin.table()] + 1);
                }
            }
            most = Math.max(most, depth[i]);
        }
        return most + 1;
    }
}
