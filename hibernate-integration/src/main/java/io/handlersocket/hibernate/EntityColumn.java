// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An attribute that is mapped to one column. Values are read and compared as Hibernate reads and compares them over
 * JDBC. Safe for use by several threads.
 */
public interface EntityColumn {

    /** Returns the column's name in the mapping, without quotes. Names are compared without case. */
    String name();

    /** Returns the attribute's type; never a primitive type. */
    Class<?> type();

    /**
     * Returns why this column cannot be read as Hibernate reads it.
     *
     * @param column the column as the catalogue describes it
     * @return empty if it can be read
     */
    Optional<String> refusal(Column column);

    /**
     * Returns a value of a row, converted as Hibernate converts it.
     *
     * @param row the row
     * @param position the column's position in the row, from 0
     * @param column the column at this position; {@link #refusal} must be empty for it
     * @return null for NULL, unless the attribute's converter returns another value
     * @throws IllegalArgumentException if only the driver can read the value
     */
    @Nullable
    Object read(Row row, int position, Column column);

    /**
     * Converts an attribute's value to the key value that the column is compared with.
     *
     * @param value an instance of {@link #type()}
     * @param column the column as the catalogue describes it
     * @return the key value, for {@link io.handlersocket.client.Key}
     * @throws IllegalArgumentException if the value has another type, or only the driver can send it
     */
    Object key(Object value, Column column);
}
