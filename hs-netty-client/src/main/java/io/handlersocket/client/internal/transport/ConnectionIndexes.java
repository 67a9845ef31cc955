// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.internal.protocol.Requests;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The indexes that are open on one connection, by id. Only the thread that reads the connection uses it. */
final class ConnectionIndexes {

    private final @Nullable WireIndex[] byId = new WireIndex[Requests.MAX_INDEX_IDS];

    /** From now on, requests for the index that had this id are refused. */
    void close(int id) {
        byId[id] = null;
    }

    void open(WireIndex index) {
        byId[index.id()] = index;
    }

    boolean isOpen(WireIndex index) {
        return byId[index.id()] == index;
    }

    void closeAll() {
        Arrays.fill(byId, null);
    }
}
