// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One change of one row. Values have the types of {@link Index keys} and are checked before anything is sent.
 *
 * <p>Each is a statement of its own that commits by itself, possibly together with changes of other clients: nothing
 * here is a transaction. See {@link Writes} for what is lost compared with SQL.
 *
 * @since 0.1
 */
public sealed interface Write permits Write.Insert, Write.Update, Write.Delete, Write.Increment {

    /**
     * A new row.
     *
     * @param row every column by name. An AUTO_INCREMENT column that is absent or null gets a generated value; another
     *     absent column becomes NULL, which is an error unless that is its default in SQL too
     */
    static Insert insert(Map<String, ? extends @Nullable Object> row) {
        return new Insert(copy(row));
    }

    /** New values for some columns of the row with this key; the others stay as they are. */
    static Update update(Key key, Map<String, ? extends @Nullable Object> changes) {
        return new Update(key, copy(changes), false);
    }

    /** The row with this key goes. */
    static Delete delete(Key key) {
        return new Delete(key, false);
    }

    /**
     * Adds to an integer column. Nothing happens, and no row is counted, where it is NULL, or where the sum would leave
     * the column's range; of BIGINT UNSIGNED, that below 2^63, because the server adds with a sign.
     */
    static Increment increment(Key key, String column, long by) {
        return new Increment(key, column, by, false);
    }

    /** Subtracts from an integer column; nothing happens where {@link #increment} says so. */
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
     * @param row values by column
     * @since 0.1
     */
    record Insert(Map<String, @Nullable Object> row) implements Write {

        /** Hides the values: rows are in no log. */
        @Override
        public String toString() {
            return "Insert" + row.keySet();
        }
    }

    /**
     * See {@link Write#update}.
     *
     * @param key one value per part of the index
     * @param changes values by column, one or more
     * @param returning whether the row as it was before is asked for
     * @since 0.1
     */
    record Update(Key key, Map<String, @Nullable Object> changes, boolean returning) implements Write {

        public Update {
            requireNonNull(key, "key: null (expected a Key)");
            if (changes.isEmpty()) {
                throw new IllegalArgumentException("changes: none (expected one column or more)");
            }
        }

        /** The same, answered with the changed columns as they were before. */
        public Update returningOldRow() {
            return new Update(key, changes, true);
        }

        /** Hides the values: rows are in no log. */
        @Override
        public String toString() {
            return "Update" + changes.keySet();
        }
    }

    /**
     * See {@link Write#delete}.
     *
     * @param key one value per part of the index
     * @param returning whether the row as it was before is asked for
     * @since 0.1
     */
    record Delete(Key key, boolean returning) implements Write {

        public Delete {
            requireNonNull(key, "key: null (expected a Key)");
        }

        /** The same, answered with every readable column of the row that went. */
        public Delete returningOldRow() {
            return new Delete(key, true);
        }

        /** Hides the values: keys are in no log. */
        @Override
        public String toString() {
            return "Delete";
        }
    }

    /**
     * See {@link Write#increment}.
     *
     * @param key one value per part of the index
     * @param column of an integer type
     * @param by what is added; not 0, negative to subtract
     * @param returning whether the row as it was before is asked for
     * @since 0.1
     */
    record Increment(Key key, String column, long by, boolean returning) implements Write {

        public Increment {
            requireNonNull(key, "key: null (expected a Key)");
            requireNonNull(column, "column: null (expected an integer column)");
            if (by == 0) {
                throw new IllegalArgumentException("by: 0 (expected something to add)");
            }
        }

        /** The same, answered with the column as it was before. */
        public Increment returningOldRow() {
            return new Increment(key, column, by, true);
        }

        /** Hides the values: keys are in no log. */
        @Override
        public String toString() {
            return "Increment[" + column + "]";
        }
    }
}
