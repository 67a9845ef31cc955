// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;

/**
 * Describes one index as {@code information_schema.STATISTICS} does. Immutable.
 *
 * @param name the name exactly as declared; {@link #PRIMARY} for the primary key
 * @param unique whether no two rows have the same key, except for keys that contain NULL
 * @param type the type, such as {@code BTREE}, {@code HASH}, {@code FULLTEXT}, {@code SPATIAL} or {@code LSMTREE}
 * @param parts the parts in index order; one or more
 */
public record IndexDefinition(String name, boolean unique, String type, List<IndexPart> parts) {

    /** The name of every primary key in MariaDB. */
    public static final String PRIMARY = "PRIMARY";

    public IndexDefinition {
        parts = List.copyOf(parts);
    }

    /** Returns the column names of the parts in index order. */
    public List<String> columns() {
        return parts.stream().map(IndexPart::column).toList();
    }
}
