// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import java.util.Map;
import java.util.Set;

/**
 * The result for each index.
 *
 * @param opened the indexes that are open on every connection
 * @param blocked the tables that a session waits for
 * @param refused the indexes that must not be opened, or that the server does not open; its error is then the cause
 * @param unanswered the tables whose opening was not answered; not those whose connection ended. What the
 *     connections have open is unknown
 * @param postponed the indexes for which the hold had no time
 * @param undecided the indexes of which nothing is known, because a connection ended or was silent
 */
public record OpeningOutcome<W>(
        Map<W, OpenedIndex> opened,
        Set<TableName> blocked,
        Map<W, RefusedException> refused,
        Set<TableName> unanswered,
        Set<W> postponed,
        Set<W> undecided) {

    public OpenedIndex any() {
        return opened.values().iterator().next();
    }
}
