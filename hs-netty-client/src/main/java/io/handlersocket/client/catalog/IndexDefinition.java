// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;

/** Describes one index as {@code information_schema.STATISTICS} does. Immutable. Only the client implements this. */
public interface IndexDefinition {

    /** The name of every primary key in MariaDB. */
    String PRIMARY = "PRIMARY";

    /** Returns the name exactly as declared; {@link #PRIMARY} for the primary key. */
    String name();

    /** Returns whether no two rows have the same key, except for keys that contain NULL. */
    boolean unique();

    /** Returns the type, such as {@code BTREE}, {@code HASH}, {@code FULLTEXT}, {@code SPATIAL} or {@code LSMTREE}. */
    String type();

    /** Returns the parts in index order; one or more. */
    List<IndexPart> parts();

    /** Returns the column names of the parts in index order. */
    default List<String> columns() {
        return parts().stream().map(IndexPart::column).toList();
    }
}
