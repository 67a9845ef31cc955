// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;
import java.util.Optional;

/**
 * Describes one table with its columns and indexes at one moment. Immutable; two descriptions with the same contents
 * are equal. Only the client implements this.
 */
public interface Table {

    /** Returns the schema and table names in the server's spelling. */
    TableName name();

    /** Returns {@code TABLE_TYPE} of {@code information_schema.TABLES}, such as {@code BASE TABLE} or {@code VIEW}. */
    String kind();

    /** Returns the storage engine; empty for a view. */
    String engine();

    /** Returns whether the table is partitioned. */
    boolean partitioned();

    /**
     * Returns whether the table may have triggers: it has, or the server hides them because the client's SQL account
     * has no privilege TRIGGER of its own.
     */
    boolean mayHaveTriggers();

    /** Returns the columns in declared order. */
    List<Column> columns();

    /** Returns the indexes; the primary key, if any, is the first. */
    List<IndexDefinition> indexes();

    /** Returns the column with exactly this name. */
    default Optional<Column> column(String columnName) {
        return columns().stream().filter(c -> c.name().equals(columnName)).findFirst();
    }

    /** Returns the index with exactly this name. */
    default Optional<IndexDefinition> index(String indexName) {
        return indexes().stream().filter(i -> i.name().equals(indexName)).findFirst();
    }
}
