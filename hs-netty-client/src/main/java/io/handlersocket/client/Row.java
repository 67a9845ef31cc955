// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row as it was when the server read it. Values are decoded when asked for; immutable and safe for all threads. Equal to
 * another of the same columns if the server sent the same bytes, those of columns it was not asked to show included.
 *
 * <p>Natural types of {@link #get(int)}: integers {@code Integer} (TINYINT to INT), {@code Long} (INT UNSIGNED, BIGINT),
 * {@code BigInteger} (BIGINT UNSIGNED); {@code BigDecimal}; {@code Double}; {@code byte[]} for BINARY, BLOB and BIT;
 * {@code String} for text, ENUM and JSON; {@code Set<String>} for SET; {@code LocalDate}, {@code LocalDateTime},
 * {@code Instant} (TIMESTAMP), {@code Duration} (TIME), {@code Year}; {@code UUID}; {@code Inet4Address} and
 * {@code Inet6Address}; geometry as WKB with its four bytes of SRID in front.
 */
public interface Row {

    /** The columns, in the order of the values. */
    List<Column> columns();

    /**
     * The position of a column, from 0.
     *
     * @throws IllegalArgumentException if there is no such column
     */
    int position(String column);

    /**
     * Whether the value is NULL.
     *
     * @throws IndexOutOfBoundsException if there is no such position
     */
    boolean isNull(int position);

    /** The value in its natural type, or null. */
    @Nullable
    Object get(int position);

    /**
     * The value as another type it converts to without loss.
     *
     * @throws IllegalArgumentException if the column's type does not convert to it, or this value does not fit
     */
    <T> @Nullable T get(int position, Class<T> type);

    /** The value of a column by name; see {@link #get(int, Class)}. */
    default <T> @Nullable T get(String column, Class<T> type) {
        return get(position(column), type);
    }

    /** The value of a column by name in its natural type, or null. */
    default @Nullable Object get(String column) {
        return get(position(column));
    }

    /**
     * An integer.
     *
     * @throws IllegalArgumentException if it is NULL or does not fit into 32 bits
     */
    int getInt(int position);

    /**
     * An integer.
     *
     * @throws IllegalArgumentException if it is NULL or does not fit into 64 bits
     */
    long getLong(int position);

    /** Text, or the text of a value of another type as SQL would print it; null for NULL. */
    @Nullable
    String getString(int position);
}
