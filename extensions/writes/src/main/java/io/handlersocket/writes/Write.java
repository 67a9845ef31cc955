// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.Index;
import io.handlersocket.client.Key;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Describes one change of one row. Immutable and thread-safe.
 *
 * <p>Values have the Java types of {@linkplain Index keys}; the client checks them before it sends anything. A key has
 * one value for each part of the index. Each write commits by itself, so several writes are never a transaction. {@link
 * HandlerSocketWrites} lists the differences from SQL.
 */
public sealed interface Write permits Write.Insert, Write.Update, Write.Delete, Write.Increment {

    /**
     * Returns an insert of a row.
     *
     * @param row the values by column name. An AUTO_INCREMENT column that is absent or null gets a generated value.
     *     Any other absent column must have the default NULL
     */
    static Insert insert(Map<String, ? extends @Nullable Object> row) {
        return new Insert(copy(row));
    }

    /**
     * Returns an update that sets columns of the row with this key and leaves its other columns unchanged.
     *
     * @param changes the new values by column name; at least one
     * @throws IllegalArgumentException if there is no change
     */
    static Update update(Key key, Map<String, ? extends @Nullable Object> changes) {
        return new Update(key, copy(changes), false);
    }

    /** Returns a delete of the row with this key. */
    static Delete delete(Key key) {
        return new Delete(key, false);
    }

    /**
     * Returns an increment of an integer column of the row with this key. It changes nothing, and counts no row, if the
     * column is NULL or the sum is out of the column's range. For BIGINT UNSIGNED the range ends at 2^63 - 1, because
     * the server adds signed numbers.
     *
     * @param by the number to add; not 0
     * @throws IllegalArgumentException if the number is 0
     */
    static Increment increment(Key key, String column, long by) {
        return new Increment(key, column, by, false);
    }

    /**
     * Returns an {@link #increment} by the negated number.
     *
     * @param by the number to subtract; not 0
     * @throws IllegalArgumentException if the number is 0
     * @throws ArithmeticException if the number is {@link Long#MIN_VALUE}
     */
    static Increment decrement(Key key, String column, long by) {
        return new Increment(key, column, Math.negateExact(by), false);
    }

    private static Map<String, @Nullable Object> copy(Map<String, ? extends @Nullable Object> values) {
        requireNonNull(values, "row: null (expected values by column)");
        return Collections.unmodifiableMap(new LinkedHashMap<String, @Nullable Object>(values));
    }

    /**
     * An insert of a row; see {@link Write#insert}.
     *
     * @param row the values by column name
     */
    record Insert(Map<String, @Nullable Object> row) implements Write {

        /** Names the columns and hides the values. */
        @Override
        public String toString() {
            return "Insert" + row.keySet();
        }
    }

    /**
     * An update of a row; see {@link Write#update}.
     *
     * @param key the key of the row
     * @param changes the new values by column name; at least one
     * @param returning whether the result contains the old values of the changed columns
     */
    record Update(Key key, Map<String, @Nullable Object> changes, boolean returning) implements Write {

        public Update {
            requireNonNull(key, "key: null (expected a Key)");
            if (changes.isEmpty()) {
                throw new IllegalArgumentException("changes: empty (expected at least one column)");
            }
        }

        /** Returns the same update with the old values of the changed columns in its result. */
        public Update returningOldRow() {
            return new Update(key, changes, true);
        }

        /** Names the columns and hides the values. */
        @Override
        public String toString() {
            return "Update" + changes.keySet();
        }
    }

    /**
     * A delete of a row; see {@link Write#delete}.
     *
     * @param key the key of the row
     * @param returning whether the result contains all readable columns of the deleted row
     */
    record Delete(Key key, boolean returning) implements Write {

        public Delete {
            requireNonNull(key, "key: null (expected a Key)");
        }

        /** Returns the same delete with all readable columns of the deleted row in its result. */
        public Delete returningOldRow() {
            return new Delete(key, true);
        }

        /** Hides the key. */
        @Override
        public String toString() {
            return "Delete";
        }
    }

    /**
     * An increment of an integer column; see {@link Write#increment}.
     *
     * @param key the key of the row
     * @param column a column of an integer type
     * @param by the number to add; not 0, negative to subtract
     * @param returning whether the result contains the old value of the column
     */
    record Increment(Key key, String column, long by, boolean returning) implements Write {

        public Increment {
            requireNonNull(key, "key: null (expected a Key)");
            requireNonNull(column, "column: null (expected an integer column)");
            if (by == 0) {
                throw new IllegalArgumentException("by: 0 (expected another number)");
            }
        }

        /** Returns the same increment with the old value of the column in its result. */
        public Increment returningOldRow() {
            return new Increment(key, column, by, true);
        }

        /** Names the column and hides the key. */
        @Override
        public String toString() {
            return "Increment[" + column + "]";
        }
    }
}
