// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Index;
import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A lookup whose index is open: parameters in, the statement's values out. Safe for all threads. */
public final class OpenLookup {

    private static final int UUID_TEXT_LENGTH = 36;

    private final Lookup lookup;
    private final IndexChoice choice;
    private final Index index;
    // Replaced by an equal list when the client opens the index anew, so that the usual comparison is by identity.
    private volatile List<Column> columns;

    OpenLookup(Lookup lookup, IndexChoice choice, Index index) {
        this.lookup = lookup;
        this.choice = choice;
        this.index = index;
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

    /**
     * Reads the row, waiting at most the client's request timeout.
     *
     * @param parameters the values compared, in the statement's order
     * @return the statement's columns in its order, or null if there is no row
     * @throws io.handlersocket.client.RefusedException if there never will be one: the index is another one by now, and the
     *     plan out of date
     * @throws io.handlersocket.client.HandlerSocketException if there is no answer
     * @throws IllegalArgumentException if a value or column is of a type the client does not take
     * @throws ChangedException if the plan is out of date
     */
    public @Nullable Object @Nullable [] find(@Nullable Object[] parameters) {
        @Nullable Object[] key = new Object[choice.parameters().size()];
        for (int i = 0; i < key.length; i++) {
            key[i] = keyValue(
                    parameters[choice.parameters().get(i)], choice.keyColumns().get(i));
        }
        return find(index, key).map(this::values).orElse(null);
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
    private static @Nullable Object keyValue(@Nullable Object value, Column column) {
        return value instanceof String text && column.dataType().equals("uuid") && text.length() == UUID_TEXT_LENGTH
                ? UUID.fromString(text)
                : value;
    }
}
