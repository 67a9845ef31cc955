// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.transport.WireIndex;

/**
 * An index that is open on every published connection.
 *
 * @param wire its id there
 * @param layout what its replies look like
 * @param server the server's facts its layout was decided by
 * @param fullKeyPrefix what a lookup by the whole key begins with
 */
public record OpenedIndex(WireIndex wire, Layout layout, ServerFacts server, byte[] fullKeyPrefix) {

    public OpenedIndex(WireIndex wire, Layout layout, ServerFacts server) {
        this(wire, layout, server, Requests.findPrefix(wire.id(), layout.keyColumns().length));
    }
}
