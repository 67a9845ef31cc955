// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.Key;
import io.handlersocket.client.Range;
import io.handlersocket.client.Read;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A lookup whose index is open: parameters in, the statement's values out. Safe for all threads. */
public final class OpenLookup implements OpenPlan {

    /** The most rows of one key that are read: a longer scan would hold up other lookups of the server's worker. */
    static final int MAX_ROWS = 4_096;

    private final Lookup lookup;
    private final IndexChoice choice;
    private final Index index;
    private final HandlerSocketClient client;
    private final @Nullable Comparator<@Nullable Object[]> sort;
    private final BoundTable bound;
    private final RangeReader ranges;

    /** @param table the one that the index was chosen by */
    OpenLookup(Lookup lookup, IndexChoice choice, Table table, Index index, HandlerSocketClient client) {
        this.lookup = lookup;
        this.choice = choice;
        this.index = index;
        this.client = client;
        this.sort = RowOrder.of(choice.sorted());
        this.bound = new BoundTable(index, table);
        this.ranges = new RangeReader(index);
    }

    @Override
    public boolean isOpen() {
        return index.isOpen();
    }

    /** All rows that have one of some keys, in the order of the index. */
    List<@Nullable Object[]> read(List<@Nullable Object[]> keys, List<Object> constants) {
        if (keys.size() == 1
                && choice.atMostOneRow()
                && choice.rest().isEmpty()
                && choice.constants().isEmpty()) {
            Optional<Row> row = index.find(key(keys.get(0)));
            return row.isPresent() ? List.<@Nullable Object[]>of(values(row.get())) : List.of();
        }
        Read request = request(keys, constants);
        return request == null
                ? List.of()
                : values(client.readTogether(List.of(request)).get(0));
    }

    /**
     * What to send for some keys.
     *
     * @return null if no row can have any of them
     */
    @Nullable
    Read request(List<@Nullable Object[]> keys, List<Object> constants) {
        return request(keys, constants, MAX_ROWS);
    }

    /** The same with another limit of rows, beyond which the answer is left to SQL. */
    @Nullable
    Read request(List<@Nullable Object[]> keys, List<Object> constants, int limit) {
        List<Range.Filter> filters = filters(keys, constants);
        if (filters == null) {
            return null;
        }
        List<@Nullable Object[]> parts = new ArrayList<>(keys.size());
        for (@Nullable Object[] key : keys) {
            parts.add(key(key));
        }
        KeyOrder.sort(parts);
        return new Read(index, parts.stream().map(Key::of).toList(), filters, limit);
    }

    /** The statement's columns of what was found. */
    List<@Nullable Object[]> values(Rows found) {
        if (found.limited()) {
            throw LeftToJdbcException.rows(found.rows().size() + " rows of one key, or more");
        }
        List<@Nullable Object[]> rows = new ArrayList<>(found.rows().size());
        for (Row row : found.rows()) {
            rows.add(values(row));
        }
        return rows;
    }

    Lookup lookup() {
        return lookup;
    }

    IndexChoice choice() {
        return choice;
    }

    /** The column read at a position of the lookup's. */
    Column column(int position) {
        return choice.read().get(choice.positions().get(position));
    }

    Table table() {
        return bound.table();
    }

    /** What this lookup is bound to. */
    BoundTable bound() {
        return bound;
    }

    HandlerSocketClient client() {
        return client;
    }

    @Override
    public List<@Nullable Object[]> read(List<@Nullable Object[]> keys, List<Object> constants, Page page) {
        Table begun = bound.begin();
        List<@Nullable Object[]> rows = readPage(keys, constants, page);
        bound.end(begun);
        return rows;
    }

    private List<@Nullable Object[]> readPage(List<@Nullable Object[]> keys, List<Object> constants, Page page) {
        IndexScan scan = choice.scan();
        if (scan == null && page.isAll()) {
            return sorted(read(keys, constants));
        }
        if (keys.size() > 1) {
            throw LeftToJdbcException.statement("LIMIT of the rows of several keys");
        }
        int rows = page.isAll() ? MAX_ROWS : page.read();
        if (!page.isAll() && !choice.sorted().isEmpty()) { // of rows that sort alike, SQL may take others
            throw LeftToJdbcException.table("a page in an order that no index gives");
        }
        if (choice.atMostOneRow()) {
            return page.of(read(keys, constants));
        }
        return page.of(readScan(
                scan == null ? IndexScan.through(choice.definition()) : scan, keys.get(0), constants, page, rows));
    }

    private List<@Nullable Object[]> sorted(List<@Nullable Object[]> rows) {
        if (rows.size() > 1 && sort != null) {
            rows.sort(sort);
        }
        return rows;
    }

    private List<@Nullable Object[]> readScan(
            IndexScan scan, @Nullable Object[] values, List<Object> constants, Page page, int limit) {
        String refusal = page.isAll() ? refusalOfAll() : null;
        if (refusal != null) {
            throw LeftToJdbcException.table(refusal);
        }
        List<Object> equal = new ArrayList<>();
        for (Object part : key(values)) {
            equal.add(present(part));
        }
        List<Object> compared = new ArrayList<>();
        for (int i = lookup.key().size(); i < values.length; i++) {
            compared.add(present(value(values[i], scan.column(compared.size()))));
        }
        List<Range.Filter> filters = filters(List.<@Nullable Object[]>of(values), constants);
        if (filters == null) {
            return List.of();
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Rows found : ranges.read(
                new ScanRanges(scan, equal, filters, limit).ranges(compared),
                scan.passesRows(lookup.key().size()))) {
            if (rows.size() < limit) {
                found.rows().forEach(row -> rows.add(values(row)));
            }
            if (found.limited() && (page.isAll() || rows.size() < limit)) {
                throw LeftToJdbcException.rows(limit + " rows of one range, or more");
            }
        }
        return rows;
    }

    /** SQL finds nothing, but may refuse one of the other values. */
    private static Object present(@Nullable Object value) {
        if (value == null) {
            throw LeftToJdbcException.value("a range with NULL");
        }
        return value;
    }

    @Override
    public @Nullable String refusalOfAll() {
        IndexScan scan = choice.scan();
        return scan != null && scan.endless() ? "a range without end, and no LIMIT" : null;
    }

    /** What rows must equal in other columns than their key; null if no row can, because a value is NULL. */
    private @Nullable List<Range.Filter> filters(List<@Nullable Object[]> keys, List<Object> constants) {
        if (choice.constants().isEmpty() && choice.rest().isEmpty()) {
            return List.of();
        }
        if (keys.size() > 1 && !choice.rest().isEmpty()) {
            throw LeftToJdbcException.table(
                    "several keys, of which " + choice.definition().columns() + " is only a part");
        }
        List<Range.Filter> filters = new ArrayList<>();
        for (int i = 0; i < constants.size(); i++) {
            filters.add(filter(choice.constants().get(i), constants.get(i)));
        }
        for (IndexChoice.Compared compared : choice.rest()) {
            Object value = value(keys.get(0), compared);
            if (value == null) {
                return null;
            }
            filters.add(filter(compared.column(), value));
        }
        return filters;
    }

    private static Range.Filter filter(Column column, Object value) {
        return new Range.Filter(column.name(), Comparison.EQUAL, value);
    }

    private @Nullable Object[] key(@Nullable Object[] parameters) {
        @Nullable Object[] key = new Object[choice.parts().size()];
        for (int i = 0; i < key.length; i++) {
            key[i] = value(parameters, choice.parts().get(i));
        }
        return key;
    }

    private @Nullable Object[] values(Row row) {
        @Nullable Object[] values = new Object[choice.positions().size()];
        for (int i = 0; i < values.length; i++) {
            int position = choice.positions().get(i);
            values[i] = lookup.columns()
                    .get(i)
                    .type()
                    .decode(row, position, choice.read().get(position));
        }
        return values;
    }

    private static @Nullable Object value(@Nullable Object[] parameters, IndexChoice.Compared compared) {
        return value(parameters[compared.value()], compared.column());
    }

    private static @Nullable Object value(@Nullable Object value, Column column) {
        if (Decimals.areTooMany(value, column)) {
            throw LeftToJdbcException.value("a key has more decimals than column " + column.name());
        }
        return value; // as it came: the client's codec alone knows which texts of a UUID or address SQL reads alike
    }
}
