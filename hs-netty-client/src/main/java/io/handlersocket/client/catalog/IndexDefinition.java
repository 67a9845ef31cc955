// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One index as {@code information_schema.STATISTICS} describes it.
 *
 * @param name exactly as declared; {@code PRIMARY} for the primary key
 * @param unique whether no two rows share a key without NULL
 * @param type {@code BTREE}, {@code HASH}, {@code FULLTEXT}, {@code SPATIAL} or {@code RTREE}
 * @param parts its columns in order, one or more
 */
public record IndexDefinition(String name, boolean unique, String type, List<IndexPart> parts) {

    /** The name MariaDB gives to every primary key. */
    public static final String PRIMARY = "PRIMARY";

    /** The types whose entries lie in the order of their keys; LSMTREE is what MyRocks calls its own. */
    private static final Set<String> ORDERED = Set.of("BTREE", "LSMTREE");

    public IndexDefinition {
        parts = List.copyOf(parts);
    }

    /** The names of the columns in index order. */
    public List<String> columns() {
        return parts.stream().map(IndexPart::column).toList();
    }

    /** Why lookups by this index could differ from SQL, or empty if they cannot. */
    public Optional<String> refusal() {
        if (!ORDERED.contains(type)) {
            return Optional.of("index " + name + " is " + type + ", not BTREE");
        }
        return parts.stream()
                .filter(part -> part.prefixLength() > 0)
                .findFirst()
                .map(part -> "index " + name + " covers only the first " + part.prefixLength() + " characters of "
                        + part.column());
    }
}
