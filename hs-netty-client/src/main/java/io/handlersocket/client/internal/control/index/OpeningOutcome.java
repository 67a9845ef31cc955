// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import java.util.Map;
import java.util.Set;

/**
 * The result for each index. An index in none of them is undecided: a connection ended or was silent.
 *
 * @param opened the indexes that are open on every connection
 * @param blocked the tables that a session waits for
 * @param refused the indexes that must not be opened, or that the server does not open
 * @param unanswered the tables whose opening was not answered; not those whose connection ended. What the
 *     connections have open is unknown
 * @param postponed the indexes for which the hold had no time
 */
record OpeningOutcome(
        Map<IndexState, OpenedIndex> opened,
        Set<TableName> blocked,
        Map<IndexState, RefusedException> refused,
        Set<TableName> unanswered,
        Set<IndexState> postponed) {

    OpenedIndex any() {
        return opened.values().iterator().next();
    }

    /** Whether nothing is known about the index: a connection ended or was silent while the index was opened. */
    boolean isUndecided(IndexState index) {
        return !opened.containsKey(index)
                && !refused.containsKey(index)
                && !blocked.contains(index.table())
                && !postponed.contains(index);
    }
}
