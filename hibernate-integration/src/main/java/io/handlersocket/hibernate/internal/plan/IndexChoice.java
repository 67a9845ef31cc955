// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.catalog.Collation;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.IndexPart;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.spi.Refusals;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.util.DriverValues;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.RangeAndOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a lookup is answered by one index of its table.
 *
 * @param spec what to open: the index, and each column read once, with the key if it can be {@link ListedKeys listed}
 * @param read the columns of the spec, as the table has them
 * @param definition the index as the table has it; true of a handle only if that says the same
 * @param scan the way along the index, or null if all rows of a key are read
 * @param sorted how the rows are sorted once they are read, or null if they come in order or need none
 * @param atMostOneRow whether a key has a value for every column of a unique index
 * @param parts for each leading part of the index that is compared, what it is compared with
 * @param rest further compared columns of a unique index
 * @param constants the columns compared with constants, in the statement's order
 * @param nulls the columns that are NULL
 * @param positions for each column the statement reads, its position in the spec's columns
 */
record IndexChoice(
        IndexSpec spec,
        List<Column> read,
        IndexDefinition definition,
        @Nullable IndexScan scan,
        @Nullable RowOrder sorted,
        boolean atMostOneRow,
        List<Compared> parts,
        List<Compared> rest,
        List<Column> constants,
        List<Column> nulls,
        List<Integer> positions) {

    /** A column and the position, from 0, of the value it must equal; those of the constants follow those of a key. */
    record Compared(Column column, int value) {}

    /** Returns why only SQL chooses the rows of a LIMIT; null if the lookup gives the same rows, or has no LIMIT. */
    @Nullable
    JdbcReason refusal(Lookup lookup, boolean limited) {
        if (!limited || atMostOneRow) {
            return null;
        }
        if (sorted != null) {
            return JdbcReason.of(ReasonCode.NO_ORDER_OF_PAGE);
        }
        return lookup.isSorted() || lookup.isConstant() ? null : JdbcReason.of(ReasonCode.UNORDERED_PAGE);
    }

    /** The column read at a position of the lookup's. */
    Column column(int position) {
        return read.get(positions.get(position));
    }

    boolean passesRows() {
        return scan != null && scan.passesRows();
    }

    /**
     * Chooses the primary key, or else the first unique index, whose columns are all compared; or else the first index
     * that starts with the columns compared and nothing else. An index of which rows would have to be read only to be
     * passed over is left to SQL, which may know a better way.
     *
     * <p>Constants, such as a discriminator, usually distinguish few rows. So they belong to the key only if they
     * complete a unique index, or the parameters alone have no index.
     *
     * @throws LeftToJdbcException if no index answers the lookup, or a column cannot be read
     */
    static IndexChoice of(Lookup lookup, Table table, DriverValues driver) {
        Refusals.of(table).ifPresent(kind -> {
            throw LeftToJdbcException.table(lookup.table() + " is " + kind);
        });
        RangeAndOrder range = lookup.range();
        range.bounds().stream()
                .filter(RangeAndOrder.Bound::between)
                .forEach(bound -> refuseOtherCollation(column(table, bound.column()), driver));
        Optional<IndexDefinition> unique =
                unique(lookup, lookup.key(), table).or(() -> unique(lookup, lookup.equal(), table));
        IndexScan scan = null;
        RowOrder sorted = null;
        if (range.severalKeys()) {
            sorted = sorted(lookup, table, "ORDER BY of several keys (IN)");
        } else if (unique.isEmpty() && !range.isNone()) {
            try {
                scan = IndexScan.of(lookup, table);
            } catch (LeftToJdbcException e) {
                if (!range.isOrder()) {
                    throw e;
                }
                sorted = sorted(lookup, table, e.reason().text());
            }
        }
        IndexDefinition index =
                unique.isPresent() ? unique.get() : scan != null ? scan.index() : startingWith(lookup, table);
        boolean keyOnly = unique.isPresent() ? covered(index.parts(), lookup.key()) : startsWith(index, lookup.key());
        List<String> equal = scan == null && keyOnly ? lookup.key() : lookup.equal();
        int leading = scan == null ? index.parts().size() : scan.equal();
        List<Compared> parts = new ArrayList<>();
        for (IndexPart part : index.parts().subList(0, leading)) {
            int value = indexOf(equal, part.column());
            if (value < 0) {
                break;
            }
            parts.add(new Compared(column(table, part.column()), value));
        }
        List<Compared> rest = IntStream.range(0, lookup.key().size())
                .filter(value -> parts.stream().noneMatch(part -> part.value() == value))
                .mapToObj(value -> new Compared(comparable(table, lookup.key().get(value)), value))
                .toList();
        Stream.concat(parts.stream(), rest.stream()).forEach(compared -> refuseShifted(compared.column(), driver));
        range.compared().forEach(name -> refuseShifted(column(table, name), driver));
        List<Column> constants =
                lookup.constants().stream().map(name -> comparable(table, name)).toList();
        constants.forEach(column -> refuseShifted(column, driver));
        List<Column> nulls =
                lookup.nulls().stream().map(name -> nullable(table, name)).toList();
        List<Column> read = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        for (Lookup.Selected selected : lookup.columns()) {
            Column column = column(table, selected.column());
            String refusal = selected.type().refusal(column, driver);
            if (refusal != null) {
                throw new LeftToJdbcException(new JdbcReason(
                        JdbcReason.Kind.TABLE, refusal, new JdbcReason.Column(lookup.table(), column.name())));
            }
            int known = read.indexOf(column);
            positions.add(known < 0 ? read.size() : known);
            if (known < 0) {
                read.add(column);
            }
        }
        Column listed = ListedKeys.column(unique.isPresent(), index, parts, read);
        if (listed != null && !read.contains(listed)) {
            read.add(listed);
        }
        IndexSpec spec = new IndexSpec(
                table.name(), index.name(), read.stream().map(Column::name).toList());
        return new IndexChoice(
                spec, read, index, scan, sorted, unique.isPresent(), parts, rest, constants, nulls, positions);
    }

    /**
     * SQL takes {@code BETWEEN} for {@code =} if the texts are equal under the connection's collation, although the
     * column's collation may tell them apart.
     */
    private static void refuseOtherCollation(Column column, DriverValues driver) {
        Collation collation = column.collation();
        if (collation != null && !collation.name().equals(driver.collation())) {
            throw LeftToJdbcException.table("BETWEEN on column " + column.name() + ", whose collation "
                    + collation.name() + " is not the connections' collation_connection");
        }
    }

    /**
     * How the rows of the keys, wherever they are found, are sorted here.
     *
     * @param reason why no index gives the order
     */
    private static RowOrder sorted(Lookup lookup, Table table, String reason) {
        List<RowOrder.Key> keys = new ArrayList<>();
        for (RangeAndOrder.Sort sort : lookup.range().order()) {
            Column column = column(table, sort.column());
            Lookup.Selected selected = lookup.columns().stream()
                    .filter(one -> one.column().equalsIgnoreCase(sort.column()))
                    .findFirst()
                    .orElseThrow(() -> LeftToJdbcException.table(reason + "; " + column.name() + " is not selected"));
            String refusal = selected.type().sortRefusal(column);
            if (refusal != null) {
                throw LeftToJdbcException.table(reason + "; " + refusal);
            }
            keys.add(new RowOrder.Key(lookup.columns().indexOf(selected), sort.descending(), column));
        }
        return new RowOrder(keys);
    }

    private static Optional<IndexDefinition> unique(Lookup lookup, List<String> equal, Table table) {
        return lookup.indexes(table).stream()
                .filter(index -> lookup.range().isOrder() && index.unique())
                .filter(index -> covered(index.parts(), equal))
                .findFirst();
    }

    private static IndexDefinition startingWith(Lookup lookup, Table table) {
        List<String> named = lookup.key().isEmpty() ? lookup.equal() : lookup.key();
        return startingWith(lookup, lookup.key(), table)
                .or(() -> startingWith(lookup, lookup.equal(), table))
                .orElseThrow(() -> lookup.noIndex(named));
    }

    private static Optional<IndexDefinition> startingWith(Lookup lookup, List<String> equal, Table table) {
        return lookup.indexes(table).stream()
                .filter(index -> startsWith(index, equal))
                .findFirst();
    }

    private static boolean startsWith(IndexDefinition index, List<String> equal) {
        return !equal.isEmpty()
                && index.parts().size() >= equal.size()
                && covered(index.parts().subList(0, equal.size()), equal);
    }

    private static boolean covered(List<IndexPart> parts, List<String> key) {
        return parts.stream().allMatch(part -> indexOf(key, part.column()) >= 0);
    }

    /** Whether no two rows are equal in these columns. */
    static boolean containsPrimaryKey(List<String> columns, Table table) {
        return table.index(IndexDefinition.PRIMARY)
                .filter(primary -> covered(primary.parts(), columns))
                .isPresent();
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
                .orElseThrow(() ->
                        LeftToJdbcException.table("the SQL account sees no column " + name + " of " + table.name()));
    }

    private static void refuseShifted(Column column, DriverValues driver) {
        if (ValueType.isTemporal(column) && !driver.plain()) {
            throw LeftToJdbcException.table("column " + column.name() + " is " + column.columnType()
                    + ", part of the condition, and the JDBC URL may change what it is compared with");
        }
    }

    private static Column comparable(Table table, String name) {
        Column column = column(table, name);
        if (column.isLob()) {
            throw LeftToJdbcException.table("column " + name + " is " + column.columnType()
                    + ", which HandlerSocket cannot compare, and part of the condition");
        }
        return column;
    }

    /** Of a NOT NULL column, SQL finds zero dates and the last generated number by {@code is null}. */
    private static Column nullable(Table table, String name) {
        Column column = comparable(table, name);
        if (!column.nullable()) {
            throw LeftToJdbcException.table("column " + name + " is NOT NULL, and only SQL knows its rows that IS NULL"
                    + " finds; declare the column as NULL");
        }
        return column;
    }
}
