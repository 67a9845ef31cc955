// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import io.handlersocket.client.catalog.TableName;
import java.util.List;

/**
 * Describes the write side of a client at one moment. Immutable.
 *
 * @param connected whether the client is connected to the write port; false while there are no writes
 * @param waiting the number of writes that wait to be sent
 * @param busy whether a batch of writes is in flight
 * @param quarantined the tables that the client does not open for now because a session waited for a lock on them
 */
public record WriteSnapshot(boolean connected, int waiting, boolean busy, List<TableName> quarantined) {

    public WriteSnapshot {
        quarantined = List.copyOf(quarantined);
    }

    /** Returns all values with their names. */
    @Override
    public String toString() {
        return "[connected=" + connected + ", waiting=" + waiting + ", busy=" + busy + ", quarantined=" + quarantined
                + ']';
    }
}
