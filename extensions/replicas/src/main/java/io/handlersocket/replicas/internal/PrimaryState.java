// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.internal.replication.Probe;
import io.handlersocket.replicas.internal.replication.ReplicationStatus;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which server process is the primary, and whether it may answer. It may while its last clean probe is younger than the
 * lease. Its poller tells it each answer; any thread asks it.
 */
final class PrimaryState {

    private static final int MAX_REPLACED = 64;
    private static final long CLOCK_SLACK_MILLIS = 20;

    /**
     * What is known at one moment. Immutable.
     *
     * @param serving whether the last probe was clean
     * @param reason why it was not
     * @param epoch rises each time that a primary serves again: an answer that spans two epochs proves nothing
     * @param generation rises with each other process or history: replicas must be seen to follow it
     * @param cleanNanos when the last clean probe was sent
     * @param probe the last clean probe; null before the first
     * @param filters what the binary log leaves out
     * @param missing a privilege that the account lacks to know the filters, as {@link ReplicationStatus#missing}
     */
    record Standing(
            boolean serving,
            String reason,
            long epoch,
            int generation,
            long cleanNanos,
            @Nullable Probe probe,
            List<String> filters,
            String missing) {

        String identity() {
            return probe == null ? "" : probe.identity();
        }

        Standing withdrawn(String why, int gen) {
            return new Standing(false, why, epoch, gen, cleanNanos, probe, filters, missing);
        }
    }

    private final String name;
    private final long leaseNanos;
    private final LongSupplier nanoTime;
    private final Supplier<@Nullable ServerFacts> connected;
    private final ReplicaEvents events;
    private final PositionRing ring = new PositionRing();
    private final Doubts doubts = new Doubts();
    private final Set<String> replaced = ConcurrentHashMap.newKeySet();
    private GtidPosition highest = GtidPosition.NONE;

    /** How many doubts were followed by a fresh connection to the primary's address. */
    private volatile long heeded;

    private volatile Standing now = new Standing(false, "not asked yet", 0, 0, 0, null, List.of(), "");

    /**
     * @param connected the server to which the primary's client is connected; null before the first connection
     * @param nanoTime as {@link System#nanoTime()}
     */
    PrimaryState(
            String name,
            long leaseNanos,
            Supplier<@Nullable ServerFacts> connected,
            ReplicaEvents events,
            LongSupplier nanoTime) {
        this.name = name;
        this.leaseNanos = leaseNanos;
        this.connected = connected;
        this.events = events;
        this.nanoTime = nanoTime;
    }

    PositionRing ring() {
        return ring;
    }

    Standing now() {
        return now;
    }

    /** What other servers show. */
    Doubts doubts() {
        return doubts;
    }

    /**
     * Takes an answer of the primary; returns whether to keep the connection. It must be a fresh one after an answer
     * that was not clean, and while another server may be the primary.
     */
    boolean answered(Probe probe, ReplicationStatus status) {
        long raised = doubts.raised();
        String why = raised == heeded ? refusal(probe) : doubts.reason();
        if (why != null) {
            withdraw(why);
            heeded = raised; // not earlier: until now the doubt itself was the reason to answer nothing
            return false;
        }
        Standing before = now;
        Probe last = before.probe();
        boolean sameProcess = probe.identity().equals(before.identity());
        boolean sameHistory = sameProcess && last != null && probe.committed().covers(last.committed());
        GtidPosition highestBefore = highest;
        int generation = sameHistory ? before.generation() : before.generation() + 1;
        if (!sameHistory) { // before the ring changes: who has seen a sample of the new history sees this too
            now = before.withdrawn("another primary", generation);
        }
        if (!sameHistory || (last != null && clockStood(last, probe))) {
            ring.clear();
        }
        ring.add(probe.sentNanos(), probe.committed());
        highest = sameHistory ? highest.max(probe.committed()) : probe.committed();
        now = new Standing(
                true,
                "",
                before.serving() && sameProcess ? before.epoch() : before.epoch() + 1,
                generation,
                probe.sentNanos(),
                probe,
                status.filters(),
                status.missing());
        if (!sameProcess) { // after all else: a listener may rely on it
            changed(before, probe, highestBefore);
        }
        return !doubts.isAny();
    }

    private void changed(Standing before, Probe probe, GtidPosition highestBefore) {
        if (!before.identity().isEmpty()) {
            if (replaced.size() == MAX_REPLACED) {
                replaced.clear();
            }
            replaced.add(before.identity());
            if (!probe.committed().covers(highestBefore)) {
                events.lost(name, highestBefore, probe.committed());
            }
        }
        events.primaryChanged(before.identity(), probe.identity());
    }

    /** Whether nanoTime stood still while the wall clock went on, as during a suspension of the machine. */
    private static boolean clockStood(Probe last, Probe probe) {
        long nanoMillis = TimeUnit.NANOSECONDS.toMillis(probe.sentNanos() - last.sentNanos());
        return Math.abs(probe.wallMillis() - last.wallMillis() - nanoMillis) > CLOCK_SLACK_MILLIS;
    }

    private @Nullable String refusal(Probe probe) {
        ServerFacts facts = connected.get();
        if (facts == null) {
            return "its client has not reached it yet";
        }
        if (!facts.identity().equals(probe.identity())) {
            return "SQL reaches another server than its client";
        }
        if (probe.readOnly()) {
            return "it is read-only: it may have been demoted";
        }
        if (!facts.binaryLog()) {
            return "it has no binary log (log_bin)";
        }
        if (facts.galera()) {
            return "it is a node of Galera (wsrep_on)";
        }
        if (replaced.contains(probe.identity()) && !probe.has(highest)) {
            return "it is an old primary that lacks transactions of its successor";
        }
        Standing before = now;
        boolean lost = !before.serving() || nanoTime.getAsLong() - before.cleanNanos() > leaseNanos;
        if (before.probe() != null && lost && !probe.fresh()) {
            return "its lease has ended; it is asked again over a new connection";
        }
        return null;
    }

    /** Notes that a server is a replica of this primary. If it is promoted later, it is no old primary that returns. */
    void isFollowedBy(String identity) {
        replaced.remove(identity);
    }

    /** Notes that the primary did not answer. */
    void failed(String reason) {
        withdraw(reason);
    }

    private void withdraw(String reason) {
        Standing before = now;
        if (before.serving()) {
            events.fenced(name, reason);
        }
        now = before.withdrawn(reason, before.generation());
    }

    /**
     * Returns whether a position is of this primary's history, so that its numbers can be compared with those of
     * replicas. One of a server that has become the primary meanwhile is not: the numbers of transactions that the old
     * primary had and the new one lacks can be higher.
     */
    boolean knows(GtidPosition position) {
        Probe probe = now.probe();
        return probe != null
                && position.domains().values().stream()
                        .allMatch(gtid -> gtid.server() == probe.serverId() || probe.hasLogged(gtid));
    }

    /** Returns whether the primary may answer now. */
    boolean isServing() {
        return whyNot(now) == null;
    }

    /**
     * Returns what is known of a primary that may answer now.
     *
     * @throws UnavailableException if it is not proven to be the primary
     */
    Standing require() {
        Standing standing = now;
        String why = whyNot(standing);
        if (why != null) {
            throw fenced(why);
        }
        return standing;
    }

    /**
     * Checks after an answer that the server was the primary all the time.
     *
     * @param before the result of {@link #require} before the request
     * @param answered the identity of the server that the index is open at
     */
    void requireStill(Standing before, String answered) {
        if (!answered.equals(before.identity())) {
            throw fenced("another server has answered");
        }
        requireStill(before);
    }

    /** Checks that the server is the primary, and was all the time. */
    void requireStill(Standing before) {
        if (require().epoch() != before.epoch()) {
            throw fenced("it was another one, or not proven, for a moment");
        }
    }

    /** Returns why the primary does not answer; null if it does. */
    @Nullable
    String whyNot() {
        return whyNot(now);
    }

    private @Nullable String whyNot(Standing standing) {
        if (!standing.serving()) {
            return standing.reason();
        }
        if (doubts.raised() != heeded) {
            return doubts.reason();
        }
        if (nanoTime.getAsLong() - standing.cleanNanos() > leaseNanos) {
            return "no clean answer of the probe for " + TimeUnit.NANOSECONDS.toMillis(leaseNanos) + " ms";
        }
        ServerFacts facts = connected.get();
        return facts != null && facts.identity().equals(standing.identity())
                ? null
                : "its client reaches another server than the probe";
    }

    /**
     * Returns whether the last probe shows that the primary has all transactions up to this position.
     *
     * @param standing of {@link #require}
     */
    static boolean has(Standing standing, GtidPosition position) {
        Probe probe = standing.probe();
        return probe != null && probe.has(position);
    }

    UnavailableException fenced(String why) {
        return new UnavailableException(
                UnavailableException.Reason.FENCED, name + ": not proven to be the primary: " + why);
    }
}
