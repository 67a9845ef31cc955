// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The lines a client sends. What the server must never be sent cannot be built here. */
public final class Requests {

    /** The most index ids one connection uses: each costs the server memory, and a huge one crashes it. */
    public static final int MAX_INDEX_IDS = 256;

    /** The most columns of one index: far below the number that overflows the server's stack. */
    public static final int MAX_COLUMNS = 4096;

    /** The most values of one insert. Plugins since MDEV-40425 refuse more; older ones can crash. */
    public static final int MAX_VALUES = 32;

    /**
     * The most values of one key. Of 32, the most an index can have, the plugin makes a key of none (it shifts a 32-bit
     * number by 32): it finds another row, or crashes.
     */
    public static final int MAX_KEY_VALUES = 31;

    private Requests() {}

    /** Proves the right to use the port. */
    public static byte[] auth(String secret) {
        return new LineBuilder(secret.length() + 8)
                .word("A")
                .word("1")
                .value(secret.getBytes(StandardCharsets.UTF_8))
                .line();
    }

    /**
     * Opens an index under an id.
     *
     * @param filterColumns the columns that conditions can name; may be empty
     * @throws IllegalArgumentException if a name cannot be addressed, or a number is out of its bounds
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
                .word("P")
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

    /**
     * What every lookup by equality of so many key parts begins with.
     *
     * @throws IllegalArgumentException if there are too few or too many
     */
    public static byte[] findPrefix(int id, int keyParts) {
        if (keyParts < 1 || keyParts > MAX_KEY_VALUES) {
            throw new IllegalArgumentException("key parts: " + keyParts + " (expected 1 to " + MAX_KEY_VALUES + ")");
        }
        return new LineBuilder(16).number(id).word("=").number(keyParts).prefix();
    }
}
