// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.internal.transport.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Until when connections serve. Those that were made together end together, because only a whole round can be spread over the
 * server's workers; the jitter keeps the clients of a fleet apart. Control thread only.
 */
final class Ages {

    private final long maxNanos;
    private final Map<Connection, Long> ends = new HashMap<>();

    /** @param maxNanos 0 for no end */
    Ages(long maxNanos) {
        this.maxNanos = maxNanos;
    }

    /** Those of the connections, which are all that serve, that have served long enough. */
    List<Connection> old(List<Connection> serving, long nowNanos) {
        if (maxNanos == 0) {
            return List.of();
        }
        ends.keySet().retainAll(serving);
        long end = nowNanos + maxNanos - ThreadLocalRandom.current().nextLong(maxNanos / 4 + 1);
        return serving.stream()
                .filter(connection -> nowNanos - ends.computeIfAbsent(connection, c -> end) >= 0)
                .toList();
    }

    /** They could not be replaced: not at once again. */
    void postpone(List<Connection> old, long nowNanos) {
        old.forEach(connection -> ends.put(connection, nowNanos + maxNanos / 20));
    }
}
