// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.spi.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a lookup is answered by one index of its table.
 *
 * @param spec what to open: the index, and each column read once
 * @param read the columns of the spec, as the table has them
 * @param definition the index as the table has it; true of a handle only if that says the same
 * @param scan the way along the index, or null if all rows of a key are read
 * @param sorted how the rows are sorted once they are read; for columns, positions in the lookup's
 * @param atMostOneRow whether a key has a value for every column of a unique index
 * @param parts for each leading part of the index that is compared, what it is compared with
 * @param rest further compared columns of a unique index
 * @param constants the columns compared with constants, in the statement's order
 * @param positions for each column the statement reads, its position in the spec's columns
 */
record IndexChoice(
        IndexSpec spec,
        List<Column> read,
        IndexDefinition definition,
        @Nullable IndexScan scan,
        List<Join.Order> sorted,
        boolean atMostOneRow,
        List<Compared> parts,
        List<Compared> rest,
        List<Column> constants,
        List<Integer> positions) {

    /**
     * A column and the position, in a key, of the value it must equal.
     *
     * @param column as the table has it
     * @param value from 0
     */
    record Compared(Column column, int value) {}

    /**
     * Chooses the primary key, or else the first unique index, whose columns are all compared; or else the first index
     * that starts with the columns compared and nothing else. An index of which rows would have to be read only to be
     * passed over is left to SQL, which may know a better way.
     *
     * @throws LeftToJdbcException if no index answers the lookup, or a column cannot be read
     */
    static IndexChoice of(Lookup lookup, Table table, boolean plainValues) {
        Refusals.of(table).ifPresent(reason -> {
            throw LeftToJdbcException.table(lookup.table() + ": " + reason);
        });
        RangeAndOrder range = lookup.range();
        Optional<IndexDefinition> unique = table.indexes().stream()
                .filter(index ->
                        range.isOrder() && index.unique() && Refusals.of(index).isEmpty())
                .filter(index -> covered(index.parts(), lookup.key()))
                .findFirst();
        List<Join.Order> sorted = new ArrayList<>();
        IndexScan scan = unique.isPresent() || range.isNone() ? null : scan(lookup, table, sorted);
        IndexDefinition index = unique.orElseGet(() -> scan == null ? startingWith(lookup, table) : scan.index());
        List<Compared> parts = new ArrayList<>();
        for (IndexPart part : index.parts()) {
            int value = indexOf(lookup.key(), part.column());
            if (value < 0) {
                break;
            }
            parts.add(new Compared(column(table, part.column()), value));
        }
        List<Compared> rest = IntStream.range(0, lookup.key().size())
                .filter(value -> parts.stream().noneMatch(part -> part.value() == value))
                .mapToObj(value -> new Compared(comparable(table, lookup.key().get(value)), value))
                .toList();
        List<Column> constants =
                lookup.constants().stream().map(name -> comparable(table, name)).toList();
        List<Column> read = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        for (Lookup.Selected selected : lookup.columns()) {
            Column column = column(table, selected.column());
            String refusal = selected.type().refusal(column, plainValues);
            if (refusal != null) {
                throw LeftToJdbcException.table(refusal);
            }
            int known = read.indexOf(column);
            positions.add(known < 0 ? read.size() : known);
            if (known < 0) {
                read.add(column);
            }
        }
        IndexSpec spec = new IndexSpec(
                table.name(), index.name(), read.stream().map(Column::name).toList());
        return new IndexChoice(
                spec, read, index, scan, List.copyOf(sorted), unique.isPresent(), parts, rest, constants, positions);
    }

    /** The way along an index, or null if the rows of a key, wherever they are found, can be sorted here. */
    private static @Nullable IndexScan scan(Lookup lookup, Table table, List<Join.Order> sorted) {
        try {
            return IndexScan.of(lookup, table);
        } catch (LeftToJdbcException e) {
            if (!lookup.range().isOrder() || !addOrders(lookup, sorted)) {
                throw e;
            }
            return null;
        }
    }

    /** Returns whether Java sorts by these columns as SQL does. */
    private static boolean addOrders(Lookup lookup, List<Join.Order> sorted) {
        for (RangeAndOrder.Sort sort : lookup.range().order()) {
            int item = -1;
            for (int i = 0; i < lookup.columns().size(); i++) {
                Lookup.Selected selected = lookup.columns().get(i);
                item = selected.type().isSortable() && selected.column().equalsIgnoreCase(sort.column()) ? i : item;
            }
            if (item < 0) {
                sorted.clear();
                return false;
            }
            sorted.add(new Join.Order(item, sort.descending()));
        }
        return true;
    }

    private static IndexDefinition startingWith(Lookup lookup, Table table) {
        int parts = lookup.key().size();
        return table.indexes().stream()
                .filter(index -> Refusals.of(index).isEmpty() && index.parts().size() >= parts)
                .filter(index -> covered(index.parts().subList(0, parts), lookup.key()))
                .findFirst()
                .orElseThrow(() -> LeftToJdbcException.table(
                        "no index of " + lookup.table() + " starts with (" + String.join(", ", lookup.key()) + ")"));
    }

    private static boolean covered(List<IndexPart> parts, List<String> key) {
        return parts.stream().allMatch(part -> indexOf(key, part.column()) >= 0);
    }

    static int indexOf(List<String> names, String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    /** Column names are compared as SQL does, without case. */
    static Column column(Table table, String name) {
        return table.columns().stream()
                .filter(column -> column.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> LeftToJdbcException.table("no column " + name + " in " + table.name()));
    }

    private static Column comparable(Table table, String name) {
        Column column = column(table, name);
        if (column.isLob()) {
            throw LeftToJdbcException.table("column " + name + " is " + column.columnType()
                    + ", which HandlerSocket cannot compare, and part of the condition");
        }
        return column;
    }
}
