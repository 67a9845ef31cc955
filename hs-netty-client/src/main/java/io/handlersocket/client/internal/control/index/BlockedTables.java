// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The tables because of which every connection must be closed: they could not be opened. For one thread. */
final class BlockedTables {

    private final Set<TableName> waitedFor = new TreeSet<>();
    private final Set<TableName> unanswered = new TreeSet<>();

    /** Adds a table that a session waits for. */
    void add(TableName table) {
        waitedFor.add(table);
    }

    /** Adds tables whose opening was not answered, so that what the connections have open is unknown. */
    void addUnanswered(Collection<TableName> tables) {
        unanswered.addAll(tables);
    }

    /** Forgets all, because every connection is closed. */
    void clear() {
        waitedFor.clear();
        unanswered.clear();
    }

    /** Implements {@link Indexes#takeBlockedTables}. */
    List<TableName> take(boolean guard) {
        List<TableName> silent = List.copyOf(unanswered);
        List<TableName> tables = !silent.isEmpty() || guard ? List.copyOf(waitedFor) : List.of();
        clear();
        if (tables.isEmpty() && !silent.isEmpty()) {
            throw new UnavailableException(
                    UnavailableException.Reason.NOT_CONNECTED,
                    "the server did not answer the opening of " + silent + " in " + IndexOpener.OPEN_TIMEOUT.toMillis()
                            + " ms, and no session waits for a lock on them");
        }
        return tables;
    }
}
