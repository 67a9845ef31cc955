// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.replicas.ServerSnapshot.NotAsked;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiPredicate;

/** Counts the reads that a replica could answer by their wish, and for which none was asked. Thread-safe. */
final class NotAskedCounts {

    private final Map<NotAsked, LongAdder> counts = new EnumMap<>(NotAsked.class);

    NotAskedCounts() {
        for (NotAsked reason : NotAsked.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    /**
     * Counts a read after no replica was chosen. The reason is looked for only now, so that a read that a replica
     * answers does not pay for it.
     *
     * @param canBeFresh foresees whether the packet of a replica is worth sending
     */
    void note(Wish wish, List<ReplicaServer> replicas, BiPredicate<ReplicaServer, Wish> canBeFresh) {
        if (wish.freshness().isPrimary() || wish.only() != null) { // if only one may answer, JDBC follows
            return;
        }
        LongAdder count = counts.get(why(wish, replicas, canBeFresh));
        if (count != null) {
            count.increment();
        }
    }

    private static NotAsked why(Wish wish, List<ReplicaServer> replicas, BiPredicate<ReplicaServer, Wish> canBeFresh) {
        List<ReplicaServer> usable = replicas.stream()
                .filter(server -> server.isUsable(server.now()))
                .toList();
        if (usable.isEmpty()) {
            return NotAsked.UNUSABLE;
        }
        Wish alone = new Wish(wish.freshness(), null, null);
        if (usable.stream().noneMatch(server -> canBeFresh.test(server, alone))) {
            return wish.freshness().maxAge().isPresent() ? NotAsked.TOO_OLD : NotAsked.BEHIND;
        }
        // With a session, the index may also be closed; a session that has just read from the primary is usual.
        return wish.floor() == null ? NotAsked.NOT_OPEN : NotAsked.BEHIND;
    }

    /** Returns the counts of all reasons. */
    Map<NotAsked, Long> counts() {
        Map<NotAsked, Long> sums = new EnumMap<>(NotAsked.class);
        counts.forEach((reason, count) -> sums.put(reason, count.sum()));
        return sums;
    }
}
