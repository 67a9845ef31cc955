// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import static java.util.Objects.requireNonNull;

import java.util.Comparator;

/**
 * Names a table. In arguments, use any spelling by which SQL finds the table; the client returns the server's spelling.
 *
 * @param schema the name of the schema (database); not empty
 * @param table the name of the table; not empty
 */
public record TableName(String schema, String table) implements Comparable<TableName> {

    private static final Comparator<TableName> ORDER =
            Comparator.comparing(TableName::schema).thenComparing(TableName::table);

    public TableName {
        requireNonNull(schema, "schema: null (expected the database's name)");
        requireNonNull(table, "table: null (expected the table's name)");
        if (schema.isEmpty() || table.isEmpty()) {
            throw new IllegalArgumentException("table name: '" + schema + "'.'" + table + "' (expected two names)");
        }
    }

    /** Returns the qualified name, quoted for an SQL statement. */
    public String quoted() {
        return quote(schema) + '.' + quote(table);
    }

    /** Returns an identifier quoted for an SQL statement: in backticks, with inner backticks doubled. */
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
