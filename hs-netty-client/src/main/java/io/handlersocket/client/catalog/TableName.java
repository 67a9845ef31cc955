// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

/**
 * A table in its schema. To ask for a table, use any spelling by which SQL finds it; the client answers with the server's own.
 *
 * @param schema the database, not empty
 * @param table the table, not empty
 */
public record TableName(String schema, String table) implements Comparable<TableName> {

    public TableName {
        if (schema.isEmpty() || table.isEmpty()) {
            throw new IllegalArgumentException("table name: '" + schema + "'.'" + table + "' (expected both parts)");
        }
    }

    /** The name quoted for use in an SQL statement. */
    public String quoted() {
        return quote(schema) + '.' + quote(table);
    }

    /** An identifier in backticks, with backticks inside doubled. */
    public static String quote(String identifier) {
        return '`' + identifier.replace("`", "``") + '`';
    }

    @Override
    public int compareTo(TableName other) {
        int bySchema = schema.compareTo(other.schema);
        return bySchema != 0 ? bySchema : table.compareTo(other.table);
    }

    @Override
    public String toString() {
        return schema + '.' + table;
    }
}
