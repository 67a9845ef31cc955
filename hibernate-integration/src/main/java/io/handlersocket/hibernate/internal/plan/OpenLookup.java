// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.Key;
import io.handlersocket.client.Range;
import io.handlersocket.client.Read;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A lookup whose index is open: parameters in, the statement's values out. Safe for all threads. */
public final class OpenLookup implements OpenPlan {

    /** The most rows of one key that are read: a longer scan would hold up other lookups of the server's worker. */
    static final int MAX_ROWS = 4_096;

    // Without the failed lookup that has this reason.
    private static final JdbcReason NOT_OPEN = JdbcReason.ofFailed(new UnavailableException(Reason.NOT_OPEN, ""));

    static final JdbcReason EQUAL_ROWS =
            new JdbcReason(JdbcReason.Kind.TABLE, "DISTINCT without the primary key of each table; select it");
    private static final JdbcReason ENDLESS =
            new JdbcReason(JdbcReason.Kind.TABLE, "a range without end, and no LIMIT");

    private final Lookup lookup;
    private final IndexChoice choice;
    private final Index index;
    private final HandlerSocketClient client;
    private final BoundTable bound;
    private final Backoff backoff = new Backoff();
    private final LookupValues given;
    private final @Nullable RowOrder indexOrder;
    private final @Nullable ListedKeys listed;
    private final boolean distinct;
    private final SelectedColumn[] selected;

    /** @param table the one that the index was chosen by */
    OpenLookup(Lookup lookup, IndexChoice choice, Table table, Index index, HandlerSocketClient client) {
        this.lookup = lookup;
        this.choice = choice;
        this.index = index;
        this.client = client;
        this.bound = new BoundTable(index, table);
        this.given = new LookupValues(lookup, choice);
        this.indexOrder = RowOrder.alongIndex(lookup, choice);
        this.listed = ListedKeys.of(choice);
        this.selected = selected(lookup, choice);
        this.distinct = IndexChoice.containsPrimaryKey(
                lookup.columns().stream()
                        .filter(column -> column.type() != ValueType.CONSTANT)
                        .map(Lookup.Selected::column)
                        .toList(),
                table);
    }

    @Override
    public @Nullable JdbcReason closed(boolean certain) {
        JdbcReason closed = JdbcReason.ofClosed(index);
        return closed != null || certain || index.tryOpen() ? closed : NOT_OPEN;
    }

    /** All rows that have one of some keys, in the order of the index. */
    List<@Nullable Object[]> read(List<@Nullable Object[]> keys, List<Object> constants) {
        if (keys.size() == 1
                && choice.atMostOneRow()
                && choice.rest().isEmpty()
                && choice.constants().isEmpty()
                && choice.nulls().isEmpty()) {
            Optional<Row> row = index.find(given.key(keys.get(0), constants));
            return row.isPresent() ? List.<@Nullable Object[]>of(values(row.get())) : List.of();
        }
        List<Read> requests = requests(keys, constants);
        return requests.isEmpty() ? List.of() : rows(client.readTogether(requests), keys);
    }

    /** A new list of what to send for some keys: one request unless there is a list of constants beside the key. */
    List<Read> requests(List<@Nullable Object[]> keys, List<Object> constants) {
        int alternatives = given.alternatives(constants);
        if (alternatives > 1 && keys.size() > 1 && indexOrder == null) {
            throw LeftToJdbcException.table("a list of constants, such as several discriminators, with several keys"
                    + " that are not selected numbers");
        }
        List<Read> requests = new ArrayList<>(alternatives);
        for (int i = 0; i < alternatives; i++) {
            Read request = request(keys, constants, MAX_ROWS, i);
            if (request != null) {
                requests.add(request);
            }
        }
        return requests;
    }

    /** The rows that these requests found, in the order of the keys, as SQL reads them. */
    List<@Nullable Object[]> rows(List<Rows> found, List<@Nullable Object[]> keys) {
        if (found.size() == 1) {
            return values(found.get(0));
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        found.forEach(one -> rows.addAll(values(one)));
        if (keys.size() > 1 && indexOrder != null) { // of one key there is at most one row
            indexOrder.sort(rows);
        }
        return rows;
    }

    /**
     * What to send for some keys.
     *
     * @param limit the most rows of one key, beyond which the answer is left to SQL
     * @return null if no row can have any of the keys
     */
    @Nullable
    Read request(List<@Nullable Object[]> keys, List<Object> constants, int limit, int alternative) {
        List<Range.Filter> filters = given.filters(keys, constants, alternative);
        if (filters == null) {
            return null;
        }
        List<@Nullable Object[]> parts = given.keys(keys, constants);
        KeyOrder.sort(parts, choice.definition().parts());
        Key[] sorted = new Key[parts.size()];
        for (int i = 0; i < sorted.length; i++) {
            sorted[i] = Key.of(parts.get(i));
        }
        return new Read(index, List.of(sorted), filters, limit);
    }

    LookupValues given() {
        return given;
    }

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

    public Table table() {
        return bound.table();
    }

    @Nullable
    ListedKeys listed() {
        return listed;
    }

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
        RowOrder order = choice.sorted();
        if (order == null && !lookup.range().isNone() && given.isOfSeveral(keys, constants)) {
            throw LeftToJdbcException.table("a range or an order of several keys (IN)");
        }
        if (scan == null && page.isAll()) {
            return order == null ? read(keys, constants) : readSorted(order, keys, constants);
        }
        if (given.isOfSeveral(keys, constants)) {
            throw LeftToJdbcException.of(ReasonCode.LIMIT_OF_KEYS);
        }
        int rows = page.isAll() ? MAX_ROWS : page.read();
        return page.of(choice.atMostOneRow() ? read(keys, constants) : readScan(keys.get(0), constants, page, rows));
    }

    private List<@Nullable Object[]> readSorted(RowOrder order, List<@Nullable Object[]> keys, List<Object> constants) {
        backoff.check();
        List<@Nullable Object[]> rows = read(keys, constants);
        try {
            order.sort(rows);
        } catch (LeftToJdbcException e) {
            backoff.failed(e.reason());
            throw e;
        }
        backoff.succeeded();
        return rows;
    }

    private List<@Nullable Object[]> readScan(@Nullable Object[] values, List<Object> constants, Page page, int limit) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Rows found : read(given.ranges(values, constants, limit))) {
            if (rows.size() < limit) {
                found.rows().forEach(row -> rows.add(values(row)));
            }
            if (found.limited() && (page.isAll() || rows.size() < limit)) {
                throw LeftToJdbcException.rows(limit + " rows of one range, or more");
            }
        }
        return rows;
    }

    /** Reads ranges, all from one snapshot, unless the server has to pass over too many rows before the first one. */
    List<Rows> read(List<Range> ranges) {
        if (ranges.isEmpty()) {
            return List.of();
        }
        if (!choice.passesRows()) {
            return index.ranges(ranges);
        }
        backoff.check();
        long start = System.nanoTime();
        List<Rows> rows = index.ranges(ranges);
        backoff.took(System.nanoTime() - start, "too many rows have the key that the page starts with");
        return rows;
    }

    /**
     * Prepares a read of the rows of one key, or of its range, without constants.
     *
     * @param values those of the key, followed by those of the range
     * @param limit the most rows, 1 or more
     * @param all whether fewer rows than the limit are all
     */
    public KeyRead read(@Nullable Object[] values, int limit, boolean all) {
        if (choice.sorted() != null && !all) { // of rows that sort alike, SQL may take others
            throw LeftToJdbcException.of(ReasonCode.NO_ORDER_OF_PAGE);
        }
        return choice.atMostOneRow() && choice.rest().isEmpty()
                ? new KeyRead(this, index, given.key(values, List.of()), List.of(), limit)
                : new KeyRead(this, index, null, given.ranges(values, List.of(), limit), limit);
    }

    @Override
    public @Nullable JdbcReason refusal(Answer answer, boolean limited) {
        if (answer.isCount() && !choice.atMostOneRow()) {
            return Answer.COUNT_REFUSAL;
        }
        if (answer == Answer.DISTINCT_ROWS && !distinct) {
            return EQUAL_ROWS;
        }
        JdbcReason page = refusal(limited);
        IndexScan scan = choice.scan();
        return page == null && scan != null && scan.endless() && !limited ? ENDLESS : page;
    }

    public @Nullable JdbcReason refusal(boolean limited) {
        return choice.refusal(lookup, limited);
    }

    @Nullable
    Object[] values(Row row) {
        @Nullable Object[] values = new Object[selected.length];
        for (int i = 0; i < values.length; i++) {
            SelectedColumn one = selected[i];
            values[i] = one.selected().value(row, one.position(), one.column());
        }
        return values;
    }

    private static SelectedColumn[] selected(Lookup lookup, IndexChoice choice) {
        SelectedColumn[] selected = new SelectedColumn[choice.positions().size()];
        for (int i = 0; i < selected.length; i++) {
            selected[i] = new SelectedColumn(
                    lookup.columns().get(i), choice.positions().get(i), choice.column(i));
        }
        return selected;
    }

    private record SelectedColumn(Lookup.Selected selected, int position, Column column) {}
}
