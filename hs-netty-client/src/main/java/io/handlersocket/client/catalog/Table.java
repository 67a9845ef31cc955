// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * One table with its columns and indexes, as SQL described it at one moment.
 *
 * @param name schema and table
 * @param kind {@code TABLE_TYPE} of {@code information_schema.TABLES}: {@code BASE TABLE}, {@code VIEW}, …
 * @param engine the storage engine, empty for a view
 * @param partitioned whether the table is partitioned
 * @param columns in declared order
 * @param indexes the primary key first, where there is one
 */
public record Table(
        TableName name,
        String kind,
        String engine,
        boolean partitioned,
        List<Column> columns,
        List<IndexDefinition> indexes) {

    private static final Set<String> SYSTEM_SCHEMAS =
            Set.of("mysql", "information_schema", "performance_schema", "sys");
    private static final Set<String> ENGINES = Set.of("innodb", "aria", "myisam", "rocksdb");

    public Table {
        columns = List.copyOf(columns);
        indexes = List.copyOf(indexes);
    }

    /** The column of that name, compared exactly. */
    public Optional<Column> column(String columnName) {
        return columns.stream().filter(c -> c.name().equals(columnName)).findFirst();
    }

    /** The index of that name, compared exactly. */
    public Optional<IndexDefinition> index(String indexName) {
        return indexes.stream().filter(i -> i.name().equals(indexName)).findFirst();
    }

    /**
     * Why this table must never be opened over HandlerSocket, or empty if it may be.
     *
     * <p>Opening a view, or reading a range of a partitioned table, crashes the server; a system-versioned table
     * answers with rows of the past. None of this can be configured away.
     */
    public Optional<String> refusal() {
        if (SYSTEM_SCHEMAS.contains(name.schema().toLowerCase(Locale.ROOT))) {
            return Optional.of("system schema " + name.schema());
        }
        if (!kind.equals("BASE TABLE")) {
            return Optional.of(
                    kind.equals("SYSTEM VERSIONED") ? "system-versioned table" : kind.toLowerCase(Locale.ROOT));
        }
        if (partitioned) {
            return Optional.of("partitioned table");
        }
        if (!ENGINES.contains(engine.toLowerCase(Locale.ROOT))) {
            return Optional.of("engine " + engine + " (supported: InnoDB, Aria, MyISAM, RocksDB)");
        }
        return Optional.empty();
    }
}
