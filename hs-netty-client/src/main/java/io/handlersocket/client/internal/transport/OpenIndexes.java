// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.internal.protocol.Requests;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Which index is open under which id on one connection. Event loop only. */
final class OpenIndexes {

    private final @Nullable WireIndex[] byId = new WireIndex[Requests.MAX_INDEX_IDS];

    /** From here on, lookups of whatever had this id are refused. */
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
