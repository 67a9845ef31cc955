// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Builds the lines that a client sends, within the limits below. Lines outside them can crash the server. */
public final class Requests {

    /** The number of index ids of a connection. Each id costs the server memory, and a huge id crashes it. */
    public static final int MAX_INDEX_IDS = 256;

    /** The maximum number of columns of an opened index: far below the number that overflows the server's stack. */
    public static final int MAX_COLUMNS = 4096;

    /** The maximum number of values of an insert. With more, the server refuses or, without MDEV-40425, can crash. */
    public static final int MAX_VALUES = 32;

    /**
     * The maximum number of values of a key. The plugin shifts a 32-bit number by the count, so it treats a key of 32
     * values, the most an index can have, as empty: it returns another row, or crashes.
     */
    public static final int MAX_KEY_VALUES = 31;

    private Requests() {}

    public static byte[] auth(String secret) {
        return new LineBuilder(secret.length() + 8)
                .keyword("A")
                .keyword("1")
                .value(secret.getBytes(StandardCharsets.UTF_8))
                .line();
    }

    /**
     * Returns the line that opens an index under the id by which later requests name it. Filters can name the filter
     * columns, if there are any. Refuses a number out of range, and a name that HandlerSocket cannot address.
     */
    public static byte[] open(
            int id, String schema, String table, String index, List<String> columns, List<String> filterColumns) {
        if (id < 0 || id >= MAX_INDEX_IDS) {
            throw new IllegalArgumentException("index id: " + id + " (expected 0 to " + (MAX_INDEX_IDS - 1) + ")");
        }
        if (columns.isEmpty() || columns.size() > MAX_COLUMNS) {
            throw new IllegalArgumentException("columns: " + columns.size() + " (expected 1 to " + MAX_COLUMNS + ")");
        }
        LineBuilder line = new LineBuilder(128)
                .keyword("P")
                .number(id)
                .name(schema)
                .name(table)
                .name(index)
                .name(list(columns));
        return filterColumns.isEmpty()
                ? line.line()
                : line.name(list(filterColumns)).line();
    }

    private static String list(List<String> columns) {
        for (String column : columns) {
            if (column.indexOf(',') >= 0) {
                throw new IllegalArgumentException(
                        "column '" + column + "': HandlerSocket cannot address a name with a comma");
            }
        }
        return String.join(",", columns);
    }

    /** Returns the first tokens of a lookup by equality: id, operator and number of key parts. */
    public static byte[] findPrefix(int id, int keyParts) {
        if (keyParts < 1 || keyParts > MAX_KEY_VALUES) {
            throw new IllegalArgumentException("key parts: " + keyParts + " (expected 1 to " + MAX_KEY_VALUES + ")");
        }
        return new LineBuilder(16).number(id).keyword("=").number(keyParts).tokens();
    }
}
