// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.spi.RowQuery;
import io.handlersocket.hibernate.spi.RowRead;
import java.util.Optional;

/**
 * The table of one entity, for code that reads single columns without Hibernate: records and projections, never
 * entities. Safe for use by several threads.
 */
public interface EntityTable {

    /**
     * Returns why rows of this table may differ from what a query for single attributes returns.
     *
     * @return empty if they cannot differ
     */
    Optional<JdbcReason> refusal();

    /**
     * Returns schema and table.
     *
     * @return empty until the session factory has used a JDBC connection, because its schema may be the connection's
     */
    Optional<TableName> name();

    /** Returns the name of the id attribute; empty if the id has several attributes. */
    Optional<String> id();

    /**
     * Returns the column of an attribute.
     *
     * @param path the attribute, such as {@code name}, {@code address.city} or, for a to-one association, {@code
     *     guild.id}
     * @return empty unless the attribute is exactly one plain column of this table
     */
    Optional<EntityColumn> column(String path);

    /**
     * Returns what reads the rows of a query.
     *
     * @throws io.handlersocket.hibernate.spi.LeftToJdbcException if the mapping does not allow it
     */
    RowRead read(RowQuery query);
}
