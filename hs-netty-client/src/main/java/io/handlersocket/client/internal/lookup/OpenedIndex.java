// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.transport.WireIndex;

/** An index that is open on every published connection. Immutable; each opening makes a new one. */
public final class OpenedIndex {

    private final WireIndex wire;
    private final Layout layout;
    private final ServerFacts server;
    private final byte[] fullKeyPrefix;

    /**
     * @param wire its id on the connections
     * @param layout what its replies look like
     * @param server the server's facts its layout was decided by
     */
    public OpenedIndex(WireIndex wire, Layout layout, ServerFacts server) {
        this.wire = wire;
        this.layout = layout;
        this.server = server;
        this.fullKeyPrefix = Requests.findPrefix(wire.id(), layout.keyParts());
    }

    public WireIndex wire() {
        return wire;
    }

    public Layout layout() {
        return layout;
    }

    /** Whether its layout was decided by the same definition of the table and the same facts of the server. */
    public boolean isMadeOf(Layout other, ServerFacts otherServer) {
        return layout.table().equals(other.table()) && server.equals(otherServer);
    }

    ServerFacts server() {
        return server;
    }

    /** What a lookup by the whole key begins with; not to be changed. */
    public byte[] fullKeyPrefix() {
        return fullKeyPrefix;
    }
}
