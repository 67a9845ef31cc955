// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.replica;

import io.handlersocket.client.GtidPosition;
import io.handlersocket.client.ReadSession;
import org.jspecify.annotations.Nullable;

/**
 * What a session has seen. The answers of replicas have positions. What the primary showed, by HandlerSocket or by SQL,
 * has only a moment: every position that the primary is asked for later covers it. Thread-safe.
 */
final class Floor implements ReadSession {

    private final Object owner;
    private GtidPosition position = GtidPosition.NONE;
    private boolean sawPrimary;
    private long primaryNanos;
    private boolean sqlRan;
    private @Nullable String last;

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

    /** Notes that SQL runs on a thread of the session. Its commit may come later, so the next read sets the moment. */
    synchronized void sqlRan() {
        sqlRan = true;
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

    private void noteSql(long nowNanos) {
        if (sqlRan) {
            sqlRan = false;
            raise(nowNanos);
        }
    }

    /**
     * Returns whether a replica could pass {@link #admit}.
     *
     * @param newest the last sample of the primary; null before the first
     */
    synchronized boolean mayAdmit(PositionRing.@Nullable Sample newest, long nowNanos) {
        noteSql(nowNanos);
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
     * @param lowest the lowest position of its packets
     * @param highest the highest position of its packets
     * @param covered the newest sample that the lowest position covers; null if it covers no sample
     */
    synchronized boolean admit(
            String server,
            GtidPosition lowest,
            GtidPosition highest,
            PositionRing.@Nullable Sample covered,
            long nowNanos) {
        noteSql(nowNanos);
        boolean recent = !sawPrimary || (covered != null && covered.nanos() - primaryNanos >= 0);
        if (!recent || !lowest.covers(position)) {
            return false;
        }
        position = position.max(highest);
        last = server;
        return true;
    }

    @Override
    public String toString() {
        return "ReadSession[" + position() + ']';
    }
}
