// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;
import java.util.Optional;

/**
 * Describes one table with its columns and indexes at one moment. Immutable.
 *
 * @param name the schema and table names in the server's spelling
 * @param kind {@code TABLE_TYPE} of {@code information_schema.TABLES}, such as {@code BASE TABLE} or {@code VIEW}
 * @param engine the storage engine; empty for a view
 * @param partitioned whether the table is partitioned
 * @param mayHaveTriggers whether the table may have triggers: it has, or the server hides them because the client's SQL
 *     account has no privilege TRIGGER of its own
 * @param columns the columns in declared order
 * @param indexes the indexes; the primary key, if any, is the first
 */
public record Table(
        TableName name,
        String kind,
        String engine,
        boolean partitioned,
        boolean mayHaveTriggers,
        List<Column> columns,
        List<IndexDefinition> indexes) {

    public Table {
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
    }

    /** A table whose triggers are unknown. */
    public Table(
            TableName name,
            String kind,
            String engine,
            boolean partitioned,
            List<Column> columns,
            List<IndexDefinition> indexes) {
        this(name, kind, engine, partitioned, true, columns, indexes);
    }

    /** Returns the column with exactly this name. */
    public Optional<Column> column(String columnName) {
        return columns.stream().filter(c -> c.name().equals(columnName)).findFirst();
    }

    /** Returns the index with exactly this name. */
    public Optional<IndexDefinition> index(String indexName) {
        return indexes.stream().filter(i -> i.name().equals(indexName)).findFirst();
    }
}
