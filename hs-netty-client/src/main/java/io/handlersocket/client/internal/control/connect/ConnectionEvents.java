// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.transport.ServerConnection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Tells a listener once when a connection begins to serve lookups, and once when that connection ends. Any thread. */
final class ConnectionEvents {

    private final ClientListener listener;
    private final Map<ServerConnection, Endpoint> serving = new ConcurrentHashMap<>();

    ConnectionEvents(ClientListener listener) {
        this.listener = listener;
    }

    void opened(Endpoint endpoint, ServerConnection connection) {
        listener.opened(endpoint);
        serving.put(connection, endpoint);
        if (connection.isClosed()) {
            closed(connection, "closed before its first lookup"); // closed() may have been called before the line above
        }
    }

    void closed(ServerConnection connection, String reason) {
        Endpoint endpoint = serving.remove(connection);
        if (endpoint != null) {
            listener.closed(endpoint, reason);
        }
    }
}
