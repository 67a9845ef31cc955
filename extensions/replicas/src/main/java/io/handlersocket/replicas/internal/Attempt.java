// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.spi.ServerIndex;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.ReplicaListener.Outcome;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One read of one replica: what is compared before and after it, and the judgement of its answer.
 *
 * <p>The rows contain all that the replica was known to have before the packet was sent. The position in the packet
 * shows that the replica still has this, and can be a little newer than the rows (see {@link PacketProof}). So an
 * answer is judged by the lower of both. Where only the newer one would do, the read is repeated: then it is known
 * before.
 */
final class Attempt {

    private final Wish wish;
    private final ReplicaServer server;
    private final ReplicaServer.Standing before;
    private final GtidPosition known;
    private final PacketProof proof;
    private final List<ReplicaHandles.Open> handles;
    private final PositionRing ring;
    private final LongSupplier nanoTime;
    private boolean first = true;
    private boolean worthAgain;

    /**
     * @param known a position that the replica has reached already
     * @param handles the open handles of the indexes that are read, in the order of the reads
     */
    Attempt(
            Wish wish,
            ReplicaServer server,
            ReplicaServer.Standing before,
            GtidPosition known,
            PacketProof proof,
            List<ReplicaHandles.Open> handles,
            PositionRing ring,
            LongSupplier nanoTime) {
        this.wish = wish;
        this.server = server;
        this.before = before;
        this.known = known;
        this.proof = proof;
        this.handles = handles;
        this.ring = ring;
        this.nanoTime = nanoTime;
    }

    ReplicaServer server() {
        return server;
    }

    PacketProof proof() {
        return proof;
    }

    /** Returns the handles of this read, whose packets it judges. */
    List<ServerIndex> indexes() {
        return handles.stream().map(handle -> handle.index().withGuard(proof)).toList();
    }

    /** Returns the same read once more if its answer will be good enough now; null if it will not. */
    @Nullable
    Attempt again() {
        GtidPosition position = worthAgain ? proof.lowest() : null;
        if (position == null) {
            return null;
        }
        Attempt second = new Attempt(wish, server, before, position, proof.again(), handles, ring, nanoTime);
        second.first = false;
        return second;
    }

    /** Ends a read that has no answer. */
    void failed() {
        server.ended(Outcome.FAILED, -1);
    }

    /** Ends a read that has an answer; returns whether it is good enough. */
    boolean accepts() {
        if (proof.isEmpty()) { // no row can have such a key, whatever the server
            wish.answeredByReplica(server.name(), before.identity(), -1, null);
            return true;
        }
        long now = nanoTime.getAsLong();
        GtidPosition lowest = proof.lowest();
        GtidPosition highest = proof.highest();
        if (lowest == null || highest == null) {
            failed();
            return false;
        }
        // Before the check: samples of another history come after the change that the check sees.
        Proof proven = Proof.ofRows(known, lowest, ring);
        Proof shown = Proof.of(lowest, ring);
        if (!isUnchanged()) {
            failed();
            return false;
        }
        server.saw(highest, now);
        Outcome outcome = judge(wish, server.name(), before.epoch(), proven, highest, now);
        worthAgain = first && isWorthAgain(wish, outcome, shown, now);
        if (worthAgain) {
            return false;
        }
        long age = proven.ageNanos(now);
        server.ended(outcome, age);
        if (outcome != Outcome.ACCEPTED) {
            return false;
        }
        wish.answeredByReplica(server.name(), before.identity(), age, proven.position());
        return true;
    }

    /**
     * A position and its age.
     *
     * @param covered the newest sample that the position covers; null if it covers no sample
     */
    record Proof(GtidPosition position, PositionRing.@Nullable Sample covered) {

        static Proof of(GtidPosition position, PositionRing ring) {
            return new Proof(position, ring.coveredBy(position));
        }

        /**
         * Returns what the rows of an answer contain.
         *
         * @param known what the replica had before the packet was sent
         * @param shown the lowest position of the packets
         */
        static Proof ofRows(GtidPosition known, GtidPosition shown, PositionRing ring) {
            return of(shown.min(known), ring);
        }

        /** Returns the age; -1 if it is not known. */
        long ageNanos(long now) {
            return covered == null ? -1 : now - covered.nanos();
        }

        /** Judges rows that contain this position, without what the session has seen. */
        Outcome freshness(Wish wish, long now) {
            boolean tooOld = wish.freshness()
                    .maxAge()
                    .filter(limit -> covered == null || now - covered.nanos() > limit.toNanos())
                    .isPresent();
            if (tooOld) {
                return Outcome.TOO_OLD;
            }
            boolean behind = wish.freshness()
                    .position()
                    .filter(wanted -> !position.covers(wanted))
                    .isPresent();
            return behind ? Outcome.BEHIND : Outcome.ACCEPTED;
        }
    }

    /**
     * Judges an answer, and raises the floor of the session if it is accepted.
     *
     * @param epoch of the replica when the read began
     * @param proven what the rows contain
     * @param highest the highest position of the packets
     */
    static Outcome judge(Wish wish, String server, long epoch, Proof proven, GtidPosition highest, long now) {
        Outcome fresh = proven.freshness(wish, now);
        Floor floor = wish.floor();
        boolean refused = fresh == Outcome.ACCEPTED
                && floor != null
                && !floor.admit(server, epoch, proven.position(), highest, proven.covered(), now);
        return refused ? Outcome.BEHIND : fresh;
    }

    /** Returns whether rows that contain the position in the packet would be fresh enough. */
    static boolean isWorthAgain(Wish wish, Outcome outcome, Proof shown, long now) {
        return outcome != Outcome.ACCEPTED && shown.freshness(wish, now) == Outcome.ACCEPTED;
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
