// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;

/**
 * Describes one index as {@code information_schema.STATISTICS} does. Only the client implements this.
 *
 * @since 0.1
 */
public interface IndexDefinition {

    /** The name of every primary key in MariaDB. */
    String PRIMARY = "PRIMARY";

    /** Returns the name exactly as declared; {@link #PRIMARY} for the primary key. */
    String name();

    /** Returns whether no two rows share a key without NULL. */
    boolean unique();

    /**
     * Returns {@code BTREE}, {@code HASH}, {@code FULLTEXT}, {@code SPATIAL}, {@code RTREE} or an engine's own type.
     */
    String type();

    /** Returns the indexed columns in order, one or more. */
    List<IndexPart> parts();

    /** Returns the names of the columns in index order. */
    default List<String> columns() {
        return parts().stream().map(IndexPart::column).toList();
    }
}
