// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a unique index of which one request finds several, and where its rows have them. Only of types whose equal
 * values are one {@link JoinKey}, and one text for the server.
 *
 * @param position of the key in a row
 * @param integers whether they are integers; or else UUIDs
 */
record ListedKeys(int position, boolean integers) {

    /** A row of such a column may fill a reply, so that each row needs one of its own. */
    private static final Set<String> LONG = Set.of("mediumtext", "longtext", "mediumblob", "longblob", "json");

    private static final Set<String> INTEGERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint");

    /** Returns null if each key needs a request of its own. */
    static @Nullable ListedKeys of(IndexChoice choice) {
        boolean unique = choice.atMostOneRow() && choice.rest().isEmpty();
        Column column = column(unique, choice.definition(), choice.parts(), choice.read());
        return column == null ? null : new ListedKeys(choice.read().indexOf(column), isInteger(column));
    }

    /** Returns the column that rows must have so that keys can be listed; null if they cannot be. */
    static @Nullable Column column(
            boolean unique, IndexDefinition index, List<IndexChoice.Compared> parts, List<Column> read) {
        boolean may =
                unique && index.parts().size() == 1 && read.stream().noneMatch(one -> LONG.contains(one.dataType()));
        Column column = may ? parts.get(0).column() : null;
        return column != null && (isInteger(column) || column.dataType().equals("uuid")) ? column : null;
    }

    private static boolean isInteger(Column column) {
        return INTEGERS.contains(column.dataType());
    }

    /** Whether one request finds all these keys, of which there are several. */
    boolean contains(List<@Nullable Object[]> keys) {
        for (@Nullable Object[] key : keys) {
            if (integers ? !JoinKey.isInteger(key[0]) : !(key[0] instanceof UUID)) {
                return false;
            }
        }
        return keys.size() > 1;
    }

    JoinKey of(Row row) {
        return requireNonNull(
                JoinKey.of(new Object[] {integers ? row.longAt(position) : row.valueAt(position, UUID.class)}));
    }
}
