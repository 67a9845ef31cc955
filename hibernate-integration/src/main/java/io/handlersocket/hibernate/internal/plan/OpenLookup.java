// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import io.handlersocket.client.Key;
import io.handlersocket.client.Range;
import io.handlersocket.client.Read;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.Row;
import io.handlersocket.client.Rows;
import io.handlersocket.client.catalog.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A lookup whose index is open: parameters in, the statement's values out. Safe for all threads. */
public final class OpenLookup {

    /** The most rows of one key that are read: a longer scan would hold up other lookups of the server's worker. */
    static final int MAX_ROWS = 4_096;

    private static final int UUID_TEXT_LENGTH = 36;

    private final Lookup lookup;
    private final IndexChoice choice;
    private final Index index;
    private final HandlerSocketClient client;
    // Replaced by an equal list when the client opens the index anew, so that the usual comparison is by identity.
    private volatile List<Column> columns;

    OpenLookup(Lookup lookup, IndexChoice choice, Index index, HandlerSocketClient client) {
        this.lookup = lookup;
        this.choice = choice;
        this.index = index;
        this.client = client;
        this.columns = index.columns();
    }

    /** Whether a lookup sent now would reach the server; a hint. */
    public boolean isOpen() {
        return index.isOpen();
    }

    /** The table's columns changed since the plan was made: neither an answer nor an error. */
    public static final class ChangedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private ChangedException() {
            super("the table changed", null, false, false);
        }
    }

    /** The answer is one that only SQL should give; the message says why. */
    public static final class LeftToSqlException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        LeftToSqlException(String message) {
            super(message, null, false, false);
        }
    }

    /**
     * Reads the rows that have one of some keys, all from one snapshot, waiting at most the client's request timeout.
     *
     * @param keys for each the values compared, in the order of the lookup's key
     * @param constants the values of the lookup's constants
     * @return for each row the statement's columns in its order
     * @throws io.handlersocket.client.RefusedException if there never will be an answer: the index is another one by now, and
     *     the plan out of date
     * @throws io.handlersocket.client.HandlerSocketException if there is no answer
     * @throws IllegalArgumentException if a value or column is of a type the client does not take
     * @throws ChangedException if the plan is out of date
     * @throws LeftToSqlException if there are too many rows, or only SQL knows which ones equal a key
     */
    public List<@Nullable Object[]> read(List<@Nullable Object[]> keys, List<Object> constants) {
        if (keys.size() == 1
                && choice.whole()
                && choice.rest().isEmpty()
                && choice.constants().isEmpty()) {
            Optional<Row> row = find(index, key(keys.get(0)));
            return row.isPresent() ? List.<@Nullable Object[]>of(values(row.get())) : List.of();
        }
        List<Range.Filter> filters = filters(keys, constants);
        if (filters == null) {
            return List.of();
        }
        List<@Nullable Object[]> parts = new ArrayList<>(keys.size());
        for (@Nullable Object[] key : keys) {
            parts.add(key(key));
        }
        KeyOrder.sort(parts);
        List<Key> whole = parts.stream().map(Key::of).toList();
        Rows found = client.readTogether(List.of(new Read(index, whole, filters, MAX_ROWS)))
                .get(0);
        if (found.limited()) {
            throw new LeftToSqlException(MAX_ROWS + " rows of one key, or more");
        }
        List<@Nullable Object[]> rows = new ArrayList<>(found.rows().size());
        for (Row row : found.rows()) {
            rows.add(values(row));
        }
        return rows;
    }

    /**
     * Reads some of the rows that have a key; as {@link #read(List, List)}.
     *
     * @param keys as there, each followed by the values of the lookup's walk
     * @param page which of the rows are wanted
     */
    public List<@Nullable Object[]> read(List<@Nullable Object[]> keys, List<Object> constants, Page page) {
        Course course = choice.course();
        if (course == null && page.isAll()) {
            return read(keys, constants);
        }
        if (keys.size() > 1) {
            throw new LeftToSqlException("LIMIT of the rows of several keys");
        }
        int rows = page.isAll() ? MAX_ROWS : page.read();
        if (choice.whole()) {
            return page.of(read(keys, constants));
        }
        return page.of(walk(course == null ? Course.through(choice.definition()) : course, keys.get(0), constants, page, rows));
    }

    private List<@Nullable Object[]> walk(
            Course course, @Nullable Object[] values, List<Object> constants, Page page, int limit) {
        String refusal = page.isAll() ? refusalOfAll() : null;
        if (refusal != null) {
            throw new LeftToSqlException(refusal);
        }
        List<Object> equal = new ArrayList<>();
        for (Object part : key(values)) {
            equal.add(present(part));
        }
        List<Object> compared = new ArrayList<>();
        for (int i = lookup.key().size(); i < values.length; i++) {
            compared.add(present(value(values[i], course.column(compared.size()))));
        }
        List<Range.Filter> filters = filters(List.<@Nullable Object[]>of(values), constants);
        if (filters == null) {
            return List.of();
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Rows found : ranges(new WalkRead(course, equal, filters, limit).ranges(compared))) {
            if (rows.size() < limit) {
                found.rows().forEach(row -> rows.add(values(row)));
            }
            if (found.limited() && (page.isAll() || rows.size() < limit)) {
                throw new LeftToSqlException(limit + " rows of one range, or more");
            }
        }
        return rows;
    }

    /** SQL finds nothing, but may refuse one of the other values. */
    private static Object present(@Nullable Object value) {
        if (value == null) {
            throw new LeftToSqlException("a range with NULL");
        }
        return value;
    }

    private List<Rows> ranges(List<Range> ranges) {
        try {
            return index.ranges(ranges);
        } catch (RefusedException e) {
            if (index.isOpen()) {
                throw new LeftToSqlException("a bound that its column cannot hold");
            }
            throw e;
        }
    }

    /** Why all rows cannot be asked for, but only so many; null if they can. */
    public @Nullable String refusalOfAll() {
        Course course = choice.course();
        return course != null && course.endless() ? "a range without end, and no LIMIT" : null;
    }

    /** What rows must equal besides their key, or null if none can because it is NULL. */
    private @Nullable List<Range.Filter> filters(List<@Nullable Object[]> keys, List<Object> constants) {
        if (choice.constants().isEmpty() && choice.rest().isEmpty()) {
            return List.of();
        }
        if (keys.size() > 1 && !choice.rest().isEmpty()) {
            throw new LeftToSqlException(
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

    @SuppressWarnings("NullAway") // a null part of a key matches no row, which the client knows
    private static Optional<Row> find(Index index, @Nullable Object[] key) {
        return index.find(key);
    }

    private @Nullable Object[] values(Row row) {
        List<Column> now = row.columns();
        if (now != columns) {
            if (!now.equals(columns)) {
                throw new ChangedException();
            }
            columns = now;
        }
        @Nullable Object[] values = new Object[choice.positions().size()];
        for (int i = 0; i < values.length; i++) {
            int position = choice.positions().get(i);
            values[i] = lookup.columns().get(i).reading().decode(row, position, now.get(position));
        }
        return values;
    }

    /** Hibernate sends a UUID to a UUID column as text; the client takes the value. */
    private static @Nullable Object value(@Nullable Object[] parameters, IndexChoice.Compared compared) {
        return value(parameters[compared.value()], compared.column());
    }

    private static @Nullable Object value(@Nullable Object value, Column column) {
        if (Decimals.areTooMany(value, column)) {
            throw new LeftToSqlException("a key has more decimals than column " + column.name());
        }
        return value instanceof String text
                        && column.dataType().equals("uuid")
                        && text.length() == UUID_TEXT_LENGTH
                ? UUID.fromString(text)
                : value;
    }
}
