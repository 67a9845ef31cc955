// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.transport.ServerConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells a listener of each connection that serves lookups: once that it opened, and then once that it closed. Any
 * thread.
 */
public final class ConnectionEvents {

    private final ClientListener listener;
    private final Map<ServerConnection, Endpoint> serving = new ConcurrentHashMap<>();

    ConnectionEvents(ClientListener listener) {
        this.listener = listener;
    }

    /** The connection serves lookups from now on. */
    void opened(Endpoint endpoint, ServerConnection connection) {
        listener.opened(endpoint);
        serving.put(connection, endpoint);
        if (connection.isClosed()) {
            closed(connection, "closed before its first lookup"); // closed() may have come before the line above
        }
    }

    /** The connection ended; the listener is not told of one that never served. */
    public void closed(ServerConnection connection, String reason) {
        Endpoint endpoint = serving.remove(connection);
        if (endpoint != null) {
            listener.closed(endpoint, reason);
        }
    }
}
