// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.transport.ServerConnection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The connections that serve lookups. Tells a listener once when one begins and once when it ends, and decides when one
 * is replaced because of its age. Connections that were made together are replaced together, because only those can be
 * spread over the server's workers. The jitter keeps the clients of a fleet apart. Any thread.
 */
final class ServingConnections {

    private record Served(Endpoint endpoint, long endNanos) {}

    private final ClientListener listener;
    private final long maxNanos;
    private final Map<ServerConnection, Served> serving = new ConcurrentHashMap<>();

    /** @param maxNanos the longest time a connection serves lookups; 0 for no limit */
    ServingConnections(ClientListener listener, long maxNanos) {
        this.listener = listener;
        this.maxNanos = maxNanos;
    }

    /** Adds connections that were made together. */
    void opened(Endpoint endpoint, List<? extends ServerConnection> connections, long nowNanos) {
        long jitter = ThreadLocalRandom.current().nextLong(maxNanos / 4 + 1);
        Served served = new Served(endpoint, nowNanos + maxNanos - jitter);
        for (ServerConnection connection : connections) {
            listener.opened(endpoint);
            serving.put(connection, served);
            if (connection.isClosed()) { // closed() may have been called before the line above
                closed(connection, "closed before its first lookup");
            }
        }
    }

    void closed(ServerConnection connection, String reason) {
        Served was = serving.remove(connection);
        if (was != null) {
            listener.closed(was.endpoint(), reason);
        }
    }

    /** Returns the old ones of these connections. */
    <C extends ServerConnection> List<C> old(List<C> connections, long nowNanos) {
        return connections.stream()
                .filter(connection -> isOld(serving.get(connection), nowNanos))
                .toList();
    }

    private boolean isOld(@Nullable Served served, long nowNanos) {
        return maxNanos > 0 && served != null && nowNanos - served.endNanos() >= 0;
    }

    /** Lets connections that could not be replaced serve for another twentieth of the longest time. */
    void postpone(List<? extends ServerConnection> old, long nowNanos) {
        old.forEach(connection -> serving.computeIfPresent(
                connection, (same, was) -> new Served(was.endpoint(), nowNanos + maxNanos / 20)));
    }
}
