// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.spi.Refusals;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
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
 * @param equal how many are
 * @param range what is asked
 * @param compared the columns it compares, as the table has them
 * @param descending whether the scan goes from the end of the index to its start
 * @param endless whether the scan ends only at the end of the index
 */
record IndexScan(
        IndexDefinition index,
        int equal,
        RangeAndOrder range,
        List<Column> compared,
        boolean descending,
        boolean endless) {

    /** Types of which the engine's ranges were compared with SQL's. */
    private static final Set<String> COMPARED =
            Set.of("tinyint smallint mediumint int bigint decimal char varchar uuid date datetime".split(" ", -1));

    /** Types of which only the order was. */
    private static final Set<String> SORTED = Set.of("enum", "double", "timestamp");

    /** The way through all rows of a key. */
    static IndexScan through(IndexDefinition index) {
        return new IndexScan(index, 0, RangeAndOrder.NONE, List.of(), false, false);
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
     */
    boolean passesRows() {
        return range.after() != null
                && equal + range.compared().size() > index.parts().size();
    }

    /**
     * Chooses the first index along which the rows can be read. As {@link IndexChoice#of} does, it needs the columns of
     * constants only if those of parameters do not suffice.
     */
    static IndexScan of(Lookup lookup, Table table) {
        try {
            return of(lookup, lookup.key(), table);
        } catch (LeftToJdbcException e) {
            if (lookup.constants().isEmpty()) {
                throw e;
            }
            try {
                return of(lookup, lookup.equal(), table);
            } catch (LeftToJdbcException other) {
                throw e;
            }
        }
    }

    /** @param known the columns of the key, and perhaps others that are equal, of which an index may start with some */
    private static IndexScan of(Lookup lookup, List<String> known, Table table) {
        RangeAndOrder range = lookup.range();
        range.compared().forEach(column -> refuseRange(IndexChoice.column(table, column)));
        order(lookup, known).forEach(sort -> refuseOrder(IndexChoice.column(table, sort.column())));
        if (known.isEmpty() && !(lookup.constants().isEmpty() && lookup.nulls().isEmpty())) {
            throw LeftToJdbcException.table("a range of a whole index with further conditions");
        }
        LeftToJdbcException refusal = null;
        for (IndexDefinition index : lookup.indexes(table)) {
            List<String> equal = leading(index, known);
            if (equal.containsAll(lookup.key())
                    && equal.isEmpty() == known.isEmpty()
                    && index.parts().stream().noneMatch(IndexPart::descending)) {
                List<String> columns = columns(index, table);
                if (comparesNext(index, equal.size(), columns, lookup)) {
                    try {
                        return along(index, equal, columns, lookup, table);
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

    /** Those of some columns with which an index starts. */
    private static List<String> leading(IndexDefinition index, List<String> known) {
        List<String> leading = new ArrayList<>();
        for (IndexPart part : index.parts()) {
            int at = IndexChoice.indexOf(known, part.column());
            if (at < 0) {
                break;
            }
            leading.add(known.get(at));
        }
        return leading;
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
    private static boolean comparesNext(IndexDefinition index, int at, List<String> columns, Lookup lookup) {
        List<String> compared = lookup.range().compared();
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
    private static IndexScan along(
            IndexDefinition index, List<String> equal, List<String> columns, Lookup lookup, Table table) {
        RangeAndOrder range = lookup.range();
        RangeAndOrder.After after = range.after();
        List<RangeAndOrder.Sort> order = order(lookup, equal);
        boolean descending = order.isEmpty()
                ? after != null && after.descending()
                : order.get(0).descending();
        if (!isGiven(order, equal.size(), columns, table) || (after != null && after.descending() != descending)) {
            throw otherOrder(lookup);
        }
        if (descending && table.engine().equalsIgnoreCase("RocksDB")) {
            throw LeftToJdbcException.table("MyRocks does not support <=");
        }
        boolean wholeIndex = equal.isEmpty();
        if (wholeIndex && after == null && range.place(descending) < 0) {
            throw LeftToJdbcException.table("a range without a beginning");
        }
        boolean endless = wholeIndex && (after != null || range.place(!descending) < 0);
        List<Column> compared = range.compared().stream()
                .map(column -> IndexChoice.column(table, column))
                .toList();
        return new IndexScan(index, equal.size(), range, compared, descending, endless);
    }

    /** What is left to sort by: a column that equals something is the same in all rows. */
    private static List<RangeAndOrder.Sort> order(Lookup lookup, List<String> equal) {
        return lookup.range().order().stream()
                .filter(sort -> IndexChoice.indexOf(equal, sort.column()) < 0)
                .toList();
    }

    /** Whether these columns of an index, scanned up or down, give the order. */
    private static boolean isGiven(List<RangeAndOrder.Sort> order, int equal, List<String> columns, Table table) {
        int at = equal;
        for (RangeAndOrder.Sort sort : order) {
            if (at == columns.size()) {
                return IndexChoice.containsPrimaryKey(columns, table); // what else it sorts by cannot matter
            }
            if (sort.descending() != order.get(0).descending()
                    || !columns.get(at).equalsIgnoreCase(sort.column())) {
                return false;
            }
            at++;
        }
        return true;
    }

    private static LeftToJdbcException otherOrder(Lookup lookup) {
        String order = lookup.range().order().stream()
                .map(sort -> sort.column() + (sort.descending() ? " desc" : ""))
                .collect(Collectors.joining(", "));
        return LeftToJdbcException.of(ReasonCode.NO_ORDER, order, lookup.table());
    }

    private static LeftToJdbcException noIndex(Lookup lookup) {
        List<String> columns = new ArrayList<>(lookup.key());
        columns.addAll(lookup.range().compared());
        return lookup.noIndex(columns);
    }
}
