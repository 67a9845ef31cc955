// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;
import java.util.Optional;

/**
 * Describes one table with its columns and indexes, as SQL did at one moment. Equal to another description that says
 * the same. Only the client implements this.
 *
 * @since 0.1
 */
public interface Table {

    /** Returns schema and table, as the server spells them. */
    TableName name();

    /** Returns {@code TABLE_TYPE} of {@code information_schema.TABLES}: {@code BASE TABLE}, {@code VIEW}, …. */
    String kind();

    /** Returns the storage engine; empty for a view. */
    String engine();

    /** Returns whether the table is partitioned. */
    boolean partitioned();

    /** Returns the columns in declared order. */
    List<Column> columns();

    /** Returns the indexes, the primary key first if the table has one. */
    List<IndexDefinition> indexes();

    /** Returns the column of that name, compared exactly. */
    default Optional<Column> column(String columnName) {
        return columns().stream().filter(c -> c.name().equals(columnName)).findFirst();
    }

    /** Returns the index of that name, compared exactly. */
    default Optional<IndexDefinition> index(String indexName) {
        return indexes().stream().filter(i -> i.name().equals(indexName)).findFirst();
    }
}
