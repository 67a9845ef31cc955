// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds one row as the server read it. Immutable; all threads may use it. Values are decoded when they are read.
 *
 * <p>Methods named {@code get…} take a column's name. Methods named {@code …At} take its position in {@link
 * #columns()}, from 0, as {@link CharSequence#charAt} and {@link List#get} do. JDBC counts from 1: so no {@code get…}
 * method takes a number, and code moved from a {@code ResultSet} does not compile instead of reading the next column.
 *
 * <p>Natural types: {@code Integer} (TINYINT to INT), {@code Long} (INT UNSIGNED, BIGINT), {@code BigInteger} (BIGINT
 * UNSIGNED); {@code BigDecimal}; {@code Double}; {@code byte[]} for BINARY, BLOB and BIT; {@code String} for text, ENUM
 * and JSON; {@code Set<String>} for SET; {@code LocalDate}, {@code LocalDateTime}, {@code Instant} (TIMESTAMP),
 * {@code Duration} (TIME), {@code Year}; {@code UUID}; {@code Inet4Address} and {@code Inet6Address}; geometry as its
 * four bytes of SRID and WKB.
 *
 * <p>A row equals another row of the same columns if the server sent the same bytes for both, including those of
 * columns that the handle does not show.
 *
 * @since 0.1
 */
public interface Row {

    /** Returns the columns, in the order of the values. */
    List<Column> columns();

    /**
     * Returns the position of a column, from 0.
     *
     * @throws IllegalArgumentException if the row has no such column
     */
    int position(String column);

    /**
     * Returns whether the value is NULL.
     *
     * @param position from 0
     * @throws IndexOutOfBoundsException if the row has no such position
     */
    boolean isNullAt(int position);

    /**
     * Returns the value in its natural type, or null for NULL.
     *
     * @param position from 0
     */
    @Nullable
    Object valueAt(int position);

    /**
     * Returns the value as another type that it converts to without loss, or null for NULL.
     *
     * @param position from 0
     * @throws IllegalArgumentException if the column's type does not convert to it, or this value does not fit
     */
    <T> @Nullable T valueAt(int position, Class<T> type);

    /**
     * Returns an integer.
     *
     * @param position from 0
     * @throws IllegalArgumentException if it is NULL or does not fit into 32 bits
     */
    int intAt(int position);

    /**
     * Returns an integer.
     *
     * @param position from 0
     * @throws IllegalArgumentException if it is NULL or does not fit into 64 bits
     */
    long longAt(int position);

    /**
     * Returns text, or the text that SQL prints for a value of another type; null for NULL.
     *
     * @param position from 0
     */
    @Nullable
    String stringAt(int position);

    /** Returns whether the value of a column is NULL; see {@link #isNullAt}. */
    default boolean isNull(String column) {
        return isNullAt(position(column));
    }

    /** Returns the value of a column in its natural type; see {@link #valueAt(int)}. */
    default @Nullable Object get(String column) {
        return valueAt(position(column));
    }

    /** Returns the value of a column as another type; see {@link #valueAt(int, Class)}. */
    default <T> @Nullable T get(String column, Class<T> type) {
        return valueAt(position(column), type);
    }

    /** Returns the integer of a column; see {@link #intAt}. */
    default int getInt(String column) {
        return intAt(position(column));
    }

    /** Returns the integer of a column; see {@link #longAt}. */
    default long getLong(String column) {
        return longAt(position(column));
    }

    /** Returns the text of a column; see {@link #stringAt}. */
    default @Nullable String getString(String column) {
        return stringAt(position(column));
    }

    /**
     * Returns the bytes of a binary column, or null for NULL.
     *
     * @throws IllegalArgumentException if the column's type does not convert to bytes
     */
    default byte @Nullable [] getBytes(String column) {
        return valueAt(position(column), byte[].class);
    }
}
