// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.GtidPosition.Gtid;
import io.handlersocket.replicas.ReadSession;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a session has seen. The answers of replicas have positions. What the primary showed, by HandlerSocket or by SQL,
 * has only a moment: every position that the primary is asked for later covers it. Thread-safe.
 *
 * <p>Rows can be newer than the position that came with them: a replica that was promoted and written to shows this
 * only in its next probe, and a packet may see two moments
 * ({@link io.handlersocket.client.internal.lookup.PacketProof}). So an answer binds the session to its replica until a
 * probe that was sent later finds this one unchanged. What this probe found covers all that the answer has shown.
 */
final class Floor implements ReadSession {

    /**
     * An answer of a replica.
     *
     * @param epoch of the replica, which has changed if the replica has
     * @param nanos after the answer
     */
    private record Shown(String server, long epoch, long nanos) {

        boolean isOf(String other, long itsEpoch) {
            return server.equals(other) && epoch == itsEpoch;
        }
    }

    private final Object owner;
    private GtidPosition position = GtidPosition.NONE;
    private boolean sawPrimary;
    private long primaryNanos;
    private boolean primaryUsed;
    private @Nullable String last;

    /** The last answer of a replica, until a probe has confirmed it. */
    private @Nullable Shown unconfirmed;

    /** @param owner the replicas that made it */
    Floor(Object owner) {
        this.owner = owner;
    }

    boolean isOf(Object replicas) {
        return owner == replicas;
    }

    @Override
    public synchronized GtidPosition position() {
        return position;
    }

    /** Returns the name of the replica that answered last; null if none did. */
    synchronized @Nullable String last() {
        return last;
    }

    /** Notes that SQL or a stream uses the primary. It may go on, so the next read sets the moment. */
    synchronized void primaryUsed() {
        primaryUsed = true;
    }

    /** Notes that the primary has answered. */
    synchronized void primaryAnswered(long nowNanos) {
        raise(nowNanos);
    }

    private void raise(long nanos) {
        if (!sawPrimary || nanos - primaryNanos > 0) {
            sawPrimary = true;
            primaryNanos = nanos;
        }
    }

    /** Only in domains that the session knows: a replica may have others, which the primary has no more. */
    private void raiseTo(GtidPosition applied) {
        Map<Long, Gtid> domains = new TreeMap<>(position.domains());
        domains.replaceAll((domain, gtid) -> applied.domains().getOrDefault(domain, gtid));
        position = position.max(new GtidPosition(domains));
    }

    private void noteUse(long nowNanos) {
        if (primaryUsed) {
            primaryUsed = false;
            raise(nowNanos);
        }
    }

    /**
     * Returns the only replica that may answer now; null if each may. If the one that answered last has changed since,
     * it may have shown anything that the primary has by now.
     *
     * @param standings what is known now of a replica, by its name
     */
    synchronized @Nullable String boundTo(Function<String, ReplicaServer.Standing> standings, long nowNanos) {
        Shown shown = unconfirmed;
        if (shown == null) {
            return null;
        }
        ReplicaServer.Standing standing = standings.apply(shown.server());
        boolean changed = !standing.usable() || standing.epoch() != shown.epoch();
        if (changed) {
            raise(nowNanos);
        }
        if (changed || standing.cleanNanos() - shown.nanos() >= 0) {
            unconfirmed = null;
            if (!changed) {
                raiseTo(standing.applied());
            }
            return null;
        }
        return shown.server();
    }

    /**
     * Returns whether a replica could pass {@link #admit}.
     *
     * @param newest the last sample of the primary; null before the first
     */
    synchronized boolean mayAdmit(PositionRing.@Nullable Sample newest, long nowNanos) {
        noteUse(nowNanos);
        return !sawPrimary || (newest != null && newest.nanos() - primaryNanos >= 0);
    }

    /**
     * Returns whether a replica that was at this position could pass {@link #admit} now.
     *
     * @param covered the newest sample that the position covers; null if it covers no sample
     * @param pollNanos a position that was seen so long after the primary's answer says what comes
     */
    synchronized boolean mayAdmit(ReplicaServer.Watermark seen, PositionRing.@Nullable Sample covered, long pollNanos) {
        boolean recent = !sawPrimary
                || seen.nanos() - primaryNanos < pollNanos
                || (covered != null && covered.nanos() - primaryNanos >= 0);
        return recent && seen.position().covers(position);
    }

    /**
     * Admits an answer of a replica if it shows nothing older than what the session has seen.
     *
     * @param epoch of the replica, as its standing says
     * @param lowest the lowest position of its packets
     * @param highest the highest position of its packets
     * @param covered the newest sample that the lowest position covers; null if it covers no sample
     */
    synchronized boolean admit(
            String server,
            long epoch,
            GtidPosition lowest,
            GtidPosition highest,
            PositionRing.@Nullable Sample covered,
            long nowNanos) {
        noteUse(nowNanos);
        Shown shown = unconfirmed;
        if (shown != null && !shown.isOf(server, epoch)) { // another thread of the session was answered meanwhile
            return false;
        }
        boolean recent = !sawPrimary || (covered != null && covered.nanos() - primaryNanos >= 0);
        if (!recent || !lowest.covers(position)) {
            return false;
        }
        position = position.max(highest);
        last = server;
        unconfirmed = new Shown(server, epoch, nowNanos);
        return true;
    }

    @Override
    public String toString() {
        return "ReadSession[" + position() + ']';
    }
}
