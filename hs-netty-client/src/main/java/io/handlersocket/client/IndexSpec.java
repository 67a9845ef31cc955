// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.TableName;
import java.util.List;

/**
 * Which index to read, and which columns of the rows.
 *
 * @param table schema and table
 * @param index the index's name, exactly as declared
 * @param columns the columns of a {@link Row}, in this order; empty for every readable column in declared order
 */
public record IndexSpec(TableName table, String index, List<String> columns) {

    public IndexSpec {
        columns = List.copyOf(columns);
    }

    /** The primary key with every readable column. */
    public static IndexSpec primary(String schema, String table) {
        return new IndexSpec(new TableName(schema, table), IndexDefinition.PRIMARY, List.of());
    }

    /** This index with only these columns in its rows. */
    public IndexSpec select(String... names) {
        return new IndexSpec(table, index, List.of(names));
    }

    @Override
    public String toString() {
        return table + "." + index + (columns.isEmpty() ? "" : columns.toString());
    }
}
