// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.client.catalog.TableName;
import java.util.Optional;

/**
 * The table of one entity, for code that reads single columns without Hibernate: records and projections, never
 * entities. Safe for all threads.
 */
public interface EntityTable {

    /** Why a row of this table is not what a query for single attributes would give; empty if it is. */
    Optional<String> refusal();

    /** Schema and table; empty until a JDBC connection was used, because the schema may be the connection's. */
    Optional<TableName> name();

    /** The attribute that is the entity's id; empty if the id is more than one. */
    Optional<String> id();

    /**
     * The column of an attribute.
     *
     * @param path such as {@code name}, {@code address.city} or, of a to-one association, {@code guild.id}
     * @return empty if the attribute is not one plain column of this table
     */
    Optional<EntityColumn> column(String path);

    /**
     * The attribute that a column belongs to.
     *
     * @param name the column's name, compared without case
     * @return empty if it belongs to none, to several, or to one that is more than this column
     */
    Optional<EntityColumn> columnNamed(String name);
}
