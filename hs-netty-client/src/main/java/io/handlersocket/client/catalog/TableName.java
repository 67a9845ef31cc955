// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * Names a table in its schema. To ask for a table, use any spelling by which SQL finds it. The client answers with the
 * server's own spelling.
 *
 * @param schema the database, not empty
 * @param table the table, not empty
 * @since 0.1
 */
public record TableName(String schema, String table) implements Comparable<TableName> {

    private static final Comparator<TableName> ORDER =
            Comparator.comparing(TableName::schema).thenComparing(TableName::table);

    public TableName {
        requireNonNull(schema, "schema: null (expected the database's name)");
        requireNonNull(table, "table: null (expected the table's name)");
        if (schema.isEmpty() || table.isEmpty()) {
            throw new IllegalArgumentException("table name: '" + schema + "'.'" + table + "' (expected both parts)");
        }
    }

    /** Returns the name quoted for use in an SQL statement. */
    public String quoted() {
        return quote(schema) + '.' + quote(table);
    }

    /** Returns an identifier in backticks, with backticks inside doubled. */
    public static String quote(String identifier) {
        return '`' + identifier.replace("`", "``") + '`';
    }

    @Override
    public int compareTo(TableName other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return schema + '.' + table;
    }
}
