// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.TableName;
import java.util.List;

/**
 * The write side of a client at one moment.
 *
 * @param connected whether there is a connection to the write port; there is none while nobody writes
 * @param waiting writes that were not sent
 * @param busy whether writes were sent and not answered
 * @param quarantined tables that are not opened because somebody waits for a lock on them, as the last write found
 * @since 0.1
 */
public record WriteSnapshot(boolean connected, int waiting, boolean busy, List<TableName> quarantined) {

    public WriteSnapshot {
        quarantined = List.copyOf(quarantined);
    }

    /** Name and value pairs. */
    @Override
    public String toString() {
        return "[connected=" + connected + ", waiting=" + waiting + ", busy=" + busy + ", quarantined=" + quarantined
                + ']';
    }
}
