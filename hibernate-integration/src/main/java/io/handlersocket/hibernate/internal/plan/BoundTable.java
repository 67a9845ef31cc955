// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.client.Index;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.hibernate.spi.LeftToJdbcException;

/**
 * The table a lookup was planned for. A plan relies on the types, collations and nullability of all columns it
 * compares, joins, filters and sorts by, on the other indexes and on the engine; so it is bound to the whole
 * definition. Any change ends it. All threads.
 */
@SuppressWarnings("ReferenceEquality") // identity first: a definition is long to compare
final class BoundTable {

    private final Index index;
    // Replaced by an equal one when the client opens the index again, so that the usual comparison is by identity.
    private volatile Table table;

    BoundTable(Index index, Table table) {
        this.index = index;
        this.table = table;
    }

    Table table() {
        return table;
    }

    /** Whether the table that lookups read now has another definition than the one the plan was made for. */
    boolean isStale() {
        return !isPlanned(index.table());
    }

    private boolean isPlanned(Table now) {
        if (now != table) {
            if (!now.equals(table)) {
                return false;
            }
            table = now;
        }
        return true;
    }

    /** Begins a read, and returns what to end it with; throws if the table has another definition by now. */
    Table begin() {
        Table now = index.table();
        if (!isPlanned(now)) {
            throw LeftToJdbcException.tableChanged();
        }
        return now;
    }

    /**
     * Ends a read whose answer has arrived. Even an empty answer may come from another definition.
     *
     * @throws LeftToJdbcException if the index was opened again since the read began: the answer may be of either
     *     definition
     */
    void end(Table begun) {
        if (index.table() != begun) {
            throw LeftToJdbcException.tableChanged();
        }
    }
}
