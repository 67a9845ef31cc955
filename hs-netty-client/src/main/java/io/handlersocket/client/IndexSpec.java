// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.TableName;
import java.util.Arrays;
import java.util.List;

/**
 * Names an index to read and the columns of its rows.
 *
 * @param table the schema and name of the table
 * @param index the name of the index, exactly as declared
 * @param columns the columns of each {@link Row}, in this order; empty for all readable columns in declared order
 */
public record IndexSpec(TableName table, String index, List<String> columns) {

    public IndexSpec {
        requireNonNull(table, "table: null (expected schema and table)");
        requireNonNull(index, "index: null (expected its name; PRIMARY for the primary key)");
        columns = Key.copy("columns", columns);
    }

    /** Returns the primary key of a table, with all readable columns. */
    public static IndexSpec primary(String schema, String table) {
        return new IndexSpec(new TableName(schema, table), IndexDefinition.PRIMARY, List.of());
    }

    /** Returns this index with only these columns in its rows, in this order. */
    public IndexSpec select(String... names) {
        requireNonNull(names, "names: null (expected the names of columns)");
        return new IndexSpec(table, index, Arrays.asList(names));
    }

    @Override
    public String toString() {
        return table + "." + index + (columns.isEmpty() ? "" : columns.toString());
    }
}
