// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Decides when a connection is replaced because of its age. Connections that were made together are replaced
 * together, because only those can be spread over the server's workers. The jitter keeps the clients of a fleet
 * apart. Control thread only.
 */
final class ConnectionAges<C> {

    private final long maxNanos;
    private final Map<C, Long> ends = new HashMap<>();

    /** @param maxNanos the longest time a connection serves lookups; 0 for no limit */
    ConnectionAges(long maxNanos) {
        this.maxNanos = maxNanos;
    }

    /** Returns the old ones among all connections that serve lookups. */
    List<C> old(List<C> serving, long nowNanos) {
        if (maxNanos == 0) {
            return List.of();
        }
        ends.keySet().retainAll(serving);
        long end = nowNanos + maxNanos - ThreadLocalRandom.current().nextLong(maxNanos / 4 + 1);
        return serving.stream()
                .filter(connection -> nowNanos - ends.computeIfAbsent(connection, c -> end) >= 0)
                .toList();
    }

    /** Lets connections that could not be replaced serve for another twentieth of the longest time. */
    void postpone(List<C> old, long nowNanos) {
        old.forEach(connection -> ends.put(connection, nowNanos + maxNanos / 20));
    }
}
