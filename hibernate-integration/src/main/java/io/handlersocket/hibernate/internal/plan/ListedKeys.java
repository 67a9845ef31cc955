// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.Index;
import io.handlersocket.client.Key;
import io.handlersocket.client.Range;
import io.handlersocket.client.Read;
import io.handlersocket.client.Row;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One request for several keys of a unique index, and the key of each row that it finds. Only of types whose equal
 * values are one {@link JoinKey}, and one text for the server.
 */
record ListedKeys(Index index, int position, boolean integers) {

    private static final Set<String> INTEGERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint");

    /** Returns null if each key needs a request of its own. */
    static @Nullable ListedKeys of(Index index, IndexChoice choice) {
        Column column = column(choice.atMostOneRow() && choice.rest().isEmpty(), choice.definition(), choice.parts());
        return column == null ? null : new ListedKeys(index, choice.read().indexOf(column), isInteger(column));
    }

    /** Returns the column that rows must have so that keys can be listed; null if they cannot be. */
    static @Nullable Column column(boolean unique, IndexDefinition index, List<IndexChoice.Compared> parts) {
        Column column = unique && index.parts().size() == 1 ? parts.get(0).column() : null;
        return column != null && (isInteger(column) || column.dataType().equals("uuid")) ? column : null;
    }

    private static boolean isInteger(Column column) {
        return INTEGERS.contains(column.dataType());
    }

    /** Whether one request finds all these keys, of which there are several. */
    boolean contains(List<JoinKey> keys) {
        for (JoinKey key : keys) {
            Object value = key.values()[0];
            if (integers ? !JoinKey.isInteger(value) : !(value instanceof UUID)) {
                return false;
            }
        }
        return keys.size() > 1;
    }

    Read request(List<JoinKey> keys, List<Range.Filter> filters) {
        List<Key> all = new ArrayList<>(keys.size());
        for (JoinKey key : keys) {
            all.add(Key.of(key.values()));
        }
        return new Read(index, all, filters, 1);
    }

    /** The key of a row. */
    JoinKey of(Row row) {
        return requireNonNull(
                JoinKey.of(new Object[] {integers ? row.longAt(position) : row.valueAt(position, UUID.class)}));
    }
}
