// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.replica;

import io.handlersocket.client.GtidPosition;
import io.handlersocket.client.ReplicaListener.Outcome;
import io.handlersocket.client.internal.lookup.DefaultIndex;
import io.handlersocket.client.internal.lookup.PacketProof;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One read of one replica: what is compared before and after it, and the judgement of its answer. */
final class Attempt {

    private final Wish wish;
    private final ReplicaServer server;
    private final ReplicaServer.Standing before;
    private final PacketProof proof;
    private final List<ReplicaHandles.Open> handles;
    private final PositionRing ring;
    private final LongSupplier clock;

    /** @param handles the open handles of the indexes that are read, in the order of the reads */
    Attempt(
            Wish wish,
            ReplicaServer server,
            ReplicaServer.Standing before,
            PacketProof proof,
            List<ReplicaHandles.Open> handles,
            PositionRing ring,
            LongSupplier clock) {
        this.wish = wish;
        this.server = server;
        this.before = before;
        this.proof = proof;
        this.handles = handles;
        this.ring = ring;
        this.clock = clock;
    }

    ReplicaServer server() {
        return server;
    }

    PacketProof proof() {
        return proof;
    }

    List<ReplicaHandles.Open> handles() {
        return handles;
    }

    List<DefaultIndex> indexes() {
        return handles.stream().map(ReplicaHandles.Open::index).toList();
    }

    /** Ends a read that has no answer. */
    void failed() {
        server.ended(Outcome.FAILED, -1);
    }

    /** Ends a read that has an answer; returns whether it is good enough. */
    boolean accepts() {
        if (proof.isEmpty()) { // no row can have such a key, whatever the server
            wish.answeredByReplica(server.name(), -1, null);
            return true;
        }
        long now = clock.getAsLong();
        GtidPosition lowest = proof.lowest();
        GtidPosition highest = proof.highest();
        // Before the check: samples of another history come after the change that the check sees.
        PositionRing.Sample covered = lowest == null ? null : ring.coveredBy(lowest);
        if (lowest == null || highest == null || !isUnchanged()) {
            failed();
            return false;
        }
        server.saw(highest, now);
        long age = covered == null ? -1 : now - covered.nanos();
        Outcome outcome = judge(wish, server.name(), before.epoch(), lowest, highest, covered, now);
        server.ended(outcome, age);
        if (outcome != Outcome.ACCEPTED) {
            return false;
        }
        wish.answeredByReplica(server.name(), age, lowest);
        return true;
    }

    /**
     * Judges an answer, and raises the floor of the session if it is accepted.
     *
     * @param epoch of the replica when the read began
     * @param covered the newest sample that the lowest position covers; null if it covers no sample
     */
    static Outcome judge(
            Wish wish,
            String server,
            long epoch,
            GtidPosition lowest,
            GtidPosition highest,
            PositionRing.@Nullable Sample covered,
            long now) {
        boolean tooOld = wish.freshness()
                .maxAge()
                .filter(limit -> covered == null || now - covered.nanos() > limit.toNanos())
                .isPresent();
        if (tooOld) {
            return Outcome.TOO_OLD;
        }
        boolean behind = wish.freshness()
                .position()
                .filter(wanted -> !lowest.covers(wanted))
                .isPresent();
        Floor floor = wish.floor();
        return behind || (floor != null && !floor.admit(server, epoch, lowest, highest, covered, now))
                ? Outcome.BEHIND
                : Outcome.ACCEPTED;
    }

    /** Whether replica and tables are the ones by which the read was begun. */
    private boolean isUnchanged() {
        if (!server.isStillUsable(before)) {
            return false;
        }
        for (ReplicaHandles.Open handle : handles) {
            if (!handle.isUnchanged()) {
                return false;
            }
        }
        return true;
    }
}
