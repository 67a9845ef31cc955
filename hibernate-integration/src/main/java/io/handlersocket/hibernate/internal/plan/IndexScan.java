// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.spi.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A scan of one index that gives the rows of a {@link RangeAndOrder} in its order. InnoDB keeps the entries of every
 * index in the order of its own columns and, where they are equal, of the primary key's: as SQL does, that order is
 * relied on.
 *
 * @param index of which the first columns are equal
 * @param range what is asked
 * @param compared the columns it compares, as the table has them
 * @param descending whether the scan goes from the end of the index to its start
 * @param endless whether the scan ends only at the end of the index
 */
record IndexScan(
        IndexDefinition index, RangeAndOrder range, List<Column> compared, boolean descending, boolean endless) {

    /** Types of which the engine's ranges were compared with SQL's. */
    private static final Set<String> COMPARED =
            Set.of("tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "char", "varchar", "uuid");

    /** Types of which only the order was. */
    private static final Set<String> SORTED = Set.of("enum", "double", "date", "datetime");

    /** The way through all rows of a key. */
    static IndexScan through(IndexDefinition index) {
        return new IndexScan(index, RangeAndOrder.NONE, List.of(), false, false);
    }

    /** The column that a value of the range is compared with, by the value's position. */
    Column column(int value) {
        if (range.after() == null) {
            return compared.get(0);
        }
        int place = value;
        int term = 1;
        while (place >= term) {
            place -= term++;
        }
        return compared.get(place);
    }

    /**
     * Whether some of the compared columns are not the index's own, but those of the primary key that follow them. The
     * server cannot start within the rows of one key, and reads over those before the page.
     *
     * @param equal how many columns are equal
     */
    boolean passesRows(int equal) {
        return range.after() != null
                && equal + range.compared().size() > index.parts().size();
    }

    /** How the last of so many columns is compared, those before it being equal. */
    Comparison comparison(int count) {
        RangeAndOrder.After after = range.after();
        if (after == null) {
            throw new AssertionError(this);
        }
        return after.comparison(count);
    }

    /** Chooses the first index along which the rows can be read. */
    static IndexScan of(Lookup lookup, Table table) {
        RangeAndOrder range = lookup.range();
        range.compared().forEach(column -> refuseRange(IndexChoice.column(table, column)));
        order(lookup).forEach(sort -> refuseOrder(IndexChoice.column(table, sort.column())));
        if (lookup.key().isEmpty()
                && !(lookup.constants().isEmpty() && lookup.nulls().isEmpty())) {
            throw LeftToJdbcException.table("a range of a whole index with further conditions");
        }
        LeftToJdbcException refusal = null;
        for (IndexDefinition index : table.indexes()) {
            if (Refusals.of(index).isEmpty() && startsWithKey(index, lookup)) {
                List<String> columns = columns(index, table);
                if (comparesNext(index, columns, lookup)) {
                    try {
                        return along(index, columns, lookup, table);
                    } catch (LeftToJdbcException e) {
                        refusal = refusal == null ? e : refusal;
                    }
                }
            }
        }
        throw refusal == null ? noIndex(lookup) : refusal;
    }

    private static void refuseRange(Column column) {
        if (!COMPARED.contains(column.dataType())) {
            throw LeftToJdbcException.table("a range of column " + column.name() + ", which is " + column.columnType());
        }
        refuseOrder(column);
    }

    private static void refuseOrder(Column column) {
        if (!COMPARED.contains(column.dataType()) && !SORTED.contains(column.dataType())) {
            throw LeftToJdbcException.table("ORDER BY column " + column.name() + ", which is " + column.columnType());
        }
        Collation collation = column.collation();
        if (collation != null && column.isFilledWithBlanksThatCount()) {
            throw LeftToJdbcException.table(
                    "the order of column " + column.name() + ", which is CHAR under " + collation.name());
        }
    }

    private static boolean startsWithKey(IndexDefinition index, Lookup lookup) {
        int count = lookup.key().size();
        return index.parts().size() >= count
                && index.parts().stream().noneMatch(IndexPart::descending)
                && index.parts().subList(0, count).stream()
                        .allMatch(part -> IndexChoice.indexOf(lookup.key(), part.column()) >= 0);
    }

    /** The columns by which the entries of an index are sorted. */
    private static List<String> columns(IndexDefinition index, Table table) {
        List<String> columns = new ArrayList<>(index.columns());
        if (table.engine().equalsIgnoreCase("InnoDB")) {
            table.index(IndexDefinition.PRIMARY)
                    .filter(primary -> Refusals.of(primary).isEmpty()
                            && primary.parts().stream().noneMatch(IndexPart::descending))
                    .ifPresent(primary -> primary.columns().stream()
                            .filter(column -> !columns.contains(column))
                            .forEach(columns::add));
        }
        return columns;
    }

    /** Whether the compared columns follow the equal ones; the first of them must be the index's own. */
    private static boolean comparesNext(IndexDefinition index, List<String> columns, Lookup lookup) {
        List<String> compared = lookup.range().compared();
        int at = lookup.key().size();
        if (compared.isEmpty()) {
            return true;
        }
        if (at >= index.parts().size() || at + compared.size() > columns.size()) {
            return false;
        }
        for (int i = 0; i < compared.size(); i++) {
            if (!columns.get(at + i).equalsIgnoreCase(compared.get(i))) {
                return false;
            }
        }
        return true;
    }

    /**
     * The way along this index.
     *
     * @throws LeftToJdbcException if it would give the rows in another order, or has no beginning
     */
    private static IndexScan along(IndexDefinition index, List<String> columns, Lookup lookup, Table table) {
        RangeAndOrder range = lookup.range();
        RangeAndOrder.After after = range.after();
        List<RangeAndOrder.Sort> order = order(lookup);
        boolean descending = order.isEmpty()
                ? after != null && after.descending()
                : order.get(0).descending();
        if (!isGiven(order, columns, lookup, table) || (after != null && after.descending() != descending)) {
            throw otherOrder(lookup);
        }
        if (descending && table.engine().equalsIgnoreCase("RocksDB")) {
            throw LeftToJdbcException.table("MyRocks does not support <=");
        }
        boolean wholeIndex = lookup.key().isEmpty();
        if (wholeIndex && after == null && range.bound(descending) == null) {
            throw LeftToJdbcException.table("a range without a beginning");
        }
        boolean endless = wholeIndex && (after != null || range.bound(!descending) == null);
        List<Column> compared = range.compared().stream()
                .map(column -> IndexChoice.column(table, column))
                .toList();
        return new IndexScan(index, range, compared, descending, endless);
    }

    /** What is left to sort by: a column that equals something is the same in all rows. */
    private static List<RangeAndOrder.Sort> order(Lookup lookup) {
        return lookup.range().order().stream()
                .filter(sort -> IndexChoice.indexOf(lookup.key(), sort.column()) < 0)
                .toList();
    }

    /** Whether these columns of an index, scanned up or down, give the order. */
    private static boolean isGiven(List<RangeAndOrder.Sort> order, List<String> columns, Lookup lookup, Table table) {
        int at = lookup.key().size();
        for (RangeAndOrder.Sort sort : order) {
            if (at == columns.size()) {
                return isOneRow(columns, table); // what else it sorts by cannot matter
            }
            if (sort.descending() != order.get(0).descending()
                    || !columns.get(at).equalsIgnoreCase(sort.column())) {
                return false;
            }
            at++;
        }
        return true;
    }

    private static boolean isOneRow(List<String> columns, Table table) {
        return table.index(IndexDefinition.PRIMARY)
                .filter(primary -> columns.containsAll(primary.columns()))
                .isPresent();
    }

    private static LeftToJdbcException otherOrder(Lookup lookup) {
        String order = lookup.range().order().stream()
                .map(sort -> sort.column() + (sort.descending() ? " desc" : ""))
                .collect(Collectors.joining(", "));
        return LeftToJdbcException.table("ORDER BY " + order + ", which no index of " + lookup.table() + " gives");
    }

    private static LeftToJdbcException noIndex(Lookup lookup) {
        List<String> columns = new ArrayList<>(lookup.key());
        columns.addAll(lookup.range().compared());
        return LeftToJdbcException.table(
                "no index of " + lookup.table() + " starts with (" + String.join(", ", columns) + ")");
    }
}
