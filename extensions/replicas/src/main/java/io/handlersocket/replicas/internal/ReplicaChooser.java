// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.GtidPosition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Chooses the replica that is asked for a read, by what is known without its packet. Thread-safe. */
final class ReplicaChooser {

    private final PrimaryState primary;
    private final List<ReplicaServer> replicas;
    private final long pollNanos;
    private final LongSupplier nanoTime;

    /** @param nanoTime as {@link System#nanoTime()} */
    ReplicaChooser(PrimaryState primary, List<ReplicaServer> replicas, long pollNanos, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.primary = primary;
        this.replicas = replicas;
        this.pollNanos = pollNanos;
    }

    /**
     * A replica that can answer a read.
     *
     * @param handles the open handles of the indexes that are read
     */
    record Choice(ReplicaServer server, ReplicaServer.Standing standing, List<ReplicaHandles.Open> handles) {}

    /** Returns the replica of the session's last answer, else the one with the fewest requests; null if none can. */
    @Nullable
    Choice choose(Wish wish, Router.Handles handles) {
        if (wish.freshness().isPrimary()) {
            return null;
        }
        long now = nanoTime.getAsLong();
        Floor floor = wish.floor();
        String bound = floor == null ? null : floor.boundTo(this::standing, now);
        String only = wish.only();
        if (floor != null && !floor.mayAdmit(primary.ring().newest(), now)) {
            return null;
        }
        String last = floor == null ? null : floor.last();
        Choice best = null;
        int start = ThreadLocalRandom.current().nextInt(replicas.size()); // so that equal ones take turns
        for (int i = 0; i < replicas.size(); i++) {
            ReplicaServer server = replicas.get((start + i) % replicas.size());
            ReplicaServer.Standing standing = server.now();
            boolean excluded = (bound != null && !server.name().equals(bound))
                    || (only != null && !standing.identity().equals(only));
            if (excluded || !server.isUsable(standing) || !canBeFresh(server, wish)) {
                continue;
            }
            List<ReplicaHandles.Open> open = handles.at(server);
            if (open == null || !open.stream().allMatch(handle -> handle.isAt(standing.identity()))) {
                continue;
            }
            Choice choice = new Choice(server, standing, open);
            if (server.name().equals(last)) {
                return choice;
            }
            if (best == null || inFlight(server) < inFlight(best.server())) {
                best = choice;
            }
        }
        return best;
    }

    private ReplicaServer.Standing standing(String name) {
        return replicas.stream()
                .filter(server -> server.name().equals(name))
                .findFirst()
                .orElseThrow()
                .now();
    }

    private static int inFlight(ReplicaServer server) {
        return server.client().inFlight();
    }

    /** Foresees by the last known position whether a packet is worth sending; what it shows decides. */
    boolean canBeFresh(ReplicaServer server, Wish wish) {
        Freshness freshness = wish.freshness();
        ReplicaServer.Watermark watermark = server.watermark();
        if (watermark == null) {
            return false;
        }
        GtidPosition wanted = freshness.position().orElse(null);
        if (wanted != null && (!primary.knows(wanted) || !watermark.position().covers(wanted))) {
            return false;
        }
        Floor floor = wish.floor();
        Duration limit = freshness.maxAge().orElse(null);
        if (limit == null && floor == null) {
            return true;
        }
        PositionRing.Sample covered = primary.ring().coveredBy(watermark.position());
        if (floor != null && !floor.mayAdmit(watermark, covered, pollNanos)) {
            return false;
        }
        if (limit == null) {
            return true;
        }
        return covered != null && watermark.nanos() - covered.nanos() <= limit.toNanos();
    }
}
