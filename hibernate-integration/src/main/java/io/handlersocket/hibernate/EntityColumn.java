// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One attribute that is one column, read and compared as Hibernate would over JDBC. Safe for all threads. */
public interface EntityColumn {

    /** The column's name in the mapping, unquoted; compared without case. */
    String name();

    /** The attribute's type, never primitive. */
    Class<?> type();

    /** Why this column's values cannot be read as Hibernate would read them; empty if they can. */
    Optional<String> refusal(Column column);

    /**
     * A value of a row, converted as Hibernate converts it.
     *
     * @param column the column at this position, which was not refused
     * @throws IllegalArgumentException if only the driver can give it
     */
    @Nullable
    Object read(Row row, int position, Column column);

    /**
     * What the column is compared with if the attribute is compared with this value.
     *
     * @param value of {@link #type()}
     * @param column the column
     * @throws IllegalArgumentException if only the driver can send it
     */
    Object key(Object value, Column column);
}
