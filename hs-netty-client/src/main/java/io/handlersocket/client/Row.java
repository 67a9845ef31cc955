// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holds one row as the server read it. Immutable and thread-safe. Values are decoded on access.
 *
 * <p>Methods named {@code get…} take a column's name and throw {@link IllegalArgumentException} if the row lacks that
 * column. Methods named {@code …At} take its position in {@link #columns()}, from 0, and throw {@link
 * IndexOutOfBoundsException} if the row has no such position. JDBC counts from 1, so no {@code get…} method takes a
 * number: code copied from a {@code ResultSet} fails to compile and cannot read the wrong column.
 *
 * <p>Natural types: {@code Integer} (TINYINT to INT), {@code Long} (INT UNSIGNED, BIGINT), {@code BigInteger} (BIGINT
 * UNSIGNED); {@code BigDecimal}; {@code Double}; {@code byte[]} for BINARY, BLOB and BIT; {@code String} for text, ENUM
 * and JSON; {@code Set<String>} for SET; {@code LocalDate}, {@code LocalDateTime}, {@code Instant} (TIMESTAMP),
 * {@code Duration} (TIME), {@code Year}; {@code UUID}; {@code Inet4Address} and {@code Inet6Address}; for geometry, a
 * {@code byte[]} of four bytes of SRID followed by WKB.
 *
 * <p>Two rows with the same columns are equal if the server sent the same bytes for both, including the bytes of
 * columns that the handle does not show.
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

    /** Returns whether the value is NULL. */
    boolean isNullAt(int position);

    /** Returns the value in its natural type, or null for NULL. */
    @Nullable
    Object valueAt(int position);

    /**
     * Returns the value as a type to which it converts without loss, or null for NULL.
     *
     * @throws IllegalArgumentException if the column's type does not convert to that type, or this value does not fit
     */
    <T> @Nullable T valueAt(int position, Class<T> type);

    /**
     * Returns the value as a 32-bit integer.
     *
     * @throws IllegalArgumentException if it is NULL, not an integer or does not fit
     */
    int intAt(int position);

    /**
     * Returns the value as a 64-bit integer.
     *
     * @throws IllegalArgumentException if it is NULL, not an integer or does not fit
     */
    long longAt(int position);

    /**
     * Returns the value as SQL prints it, or null for NULL.
     *
     * @throws IllegalArgumentException if it is binary, which is not text: use {@link #getBytes}
     */
    @Nullable
    String stringAt(int position);

    /** Returns whether the value of a column is NULL. */
    default boolean isNull(String column) {
        return isNullAt(position(column));
    }

    /** Returns the value of a column in its natural type, or null for NULL. */
    default @Nullable Object get(String column) {
        return valueAt(position(column));
    }

    /** Returns the value of a column as another type; see {@link #valueAt(int, Class)}. */
    default <T> @Nullable T get(String column, Class<T> type) {
        return valueAt(position(column), type);
    }

    /** Returns the value of a column as a 32-bit integer; see {@link #intAt}. */
    default int getInt(String column) {
        return intAt(position(column));
    }

    /** Returns the value of a column as a 64-bit integer; see {@link #longAt}. */
    default long getLong(String column) {
        return longAt(position(column));
    }

    /** Returns the value of a column as SQL prints it, or null for NULL; see {@link #stringAt}. */
    default @Nullable String getString(String column) {
        return stringAt(position(column));
    }

    /**
     * Returns the bytes of a binary column, or null for NULL.
     *
     * @throws IllegalArgumentException if the column is not binary: use {@link #getString}
     */
    default byte @Nullable [] getBytes(String column) {
        return valueAt(position(column), byte[].class);
    }
}
