// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One change of one row. Immutable.
 *
 * <p>Values have the same Java types as {@link Index keys}; the client checks them before it sends anything. The
 * server commits each write without regard to the caller's other writes, so several writes are never a transaction.
 * {@link Writes} lists the differences from SQL.
 *
 * @since 0.1
 */
public sealed interface Write permits Write.Insert, Write.Update, Write.Delete, Write.Increment {

    /**
     * Inserts a row.
     *
     * @param row the values by column name. An AUTO_INCREMENT column that is absent or null gets a generated value.
     *     Any other absent column must have the default NULL
     */
    static Insert insert(Map<String, ? extends @Nullable Object> row) {
        return new Insert(copy(row));
    }

    /**
     * Sets columns of the row with this key and leaves the other columns unchanged.
     *
     * @param key one value for each part of the index
     * @param changes the new values by column name; at least one
     * @throws IllegalArgumentException if there is no change
     */
    static Update update(Key key, Map<String, ? extends @Nullable Object> changes) {
        return new Update(key, copy(changes), false);
    }

    /**
     * Deletes the row with this key.
     *
     * @param key one value for each part of the index
     */
    static Delete delete(Key key) {
        return new Delete(key, false);
    }

    /**
     * Adds to an integer column of the row with this key. Changes nothing, and counts no row, if the column is NULL
     * or if the sum is out of the column's range. The range of BIGINT UNSIGNED ends at 2^63 - 1 here, because the
     * server adds signed numbers.
     *
     * @param key one value for each part of the index
     * @param column a column of an integer type
     * @param by the number to add; not 0
     * @throws IllegalArgumentException if the number is 0
     */
    static Increment increment(Key key, String column, long by) {
        return new Increment(key, column, by, false);
    }

    /**
     * Subtracts from an integer column, with the limits of {@link #increment}.
     *
     * @param key one value for each part of the index
     * @param column a column of an integer type
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
     * See {@link Write#insert}.
     *
     * @param row the values by column name
     * @since 0.1
     */
    record Insert(Map<String, @Nullable Object> row) implements Write {

        /** Names the columns and hides the values. */
        @Override
        public String toString() {
            return "Insert" + row.keySet();
        }
    }

    /**
     * See {@link Write#update}.
     *
     * @param key one value for each part of the index
     * @param changes the new values by column name; at least one
     * @param returning whether the result has the old values
     * @since 0.1
     */
    record Update(Key key, Map<String, @Nullable Object> changes, boolean returning) implements Write {

        public Update {
            requireNonNull(key, "key: null (expected a Key)");
            if (changes.isEmpty()) {
                throw new IllegalArgumentException("changes: empty (expected at least one column)");
            }
        }

        /** Returns the same update, whose result has the old values of the changed columns. */
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
     * See {@link Write#delete}.
     *
     * @param key one value for each part of the index
     * @param returning whether the result has the old row
     * @since 0.1
     */
    record Delete(Key key, boolean returning) implements Write {

        public Delete {
            requireNonNull(key, "key: null (expected a Key)");
        }

        /** Returns the same delete, whose result has all readable columns of the deleted row. */
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
     * See {@link Write#increment}.
     *
     * @param key one value for each part of the index
     * @param column a column of an integer type
     * @param by the number to add; not 0, negative to subtract
     * @param returning whether the result has the old value
     * @since 0.1
     */
    record Increment(Key key, String column, long by, boolean returning) implements Write {

        public Increment {
            requireNonNull(key, "key: null (expected a Key)");
            requireNonNull(column, "column: null (expected an integer column)");
            if (by == 0) {
                throw new IllegalArgumentException("by: 0 (expected another number)");
            }
        }

        /** Returns the same increment, whose result has the old value of the column. */
        public Increment returningOldRow() {
            return new Increment(key, column, by, true);
        }

        /** Hides the key. */
        @Override
        public String toString() {
            return "Increment[" + column + "]";
        }
    }
}
