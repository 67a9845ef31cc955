// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.GtidPosition.Gtid;
import io.handlersocket.replicas.internal.replication.Probe;
import io.handlersocket.replicas.internal.replication.ReplicationStatus;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a replica is one of the present primary and of nothing else. It says nothing about its age: that is
 * in each packet. Used by the thread of its poller only.
 */
final class ReplicaState {

    static final int MAX_DOMAINS = 4;

    /** A server that refuses the replica's position does so in the first round trip after the connection. */
    private static final long SETTLED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** For which replica process and which generation of the primary the facts below were seen. */
    private record Pair(String replica, int generation) {}

    /**
     * What the replica has applied.
     *
     * @param nanos after it has said so
     */
    private record Applied(GtidPosition position, long nanos) {}

    private final LongSupplier nanoTime;
    private @Nullable Pair pair;
    private long pairNanos;

    /** What the replica had at an earlier probe, to be compared with the next one of the primary. */
    private @Nullable Applied applied;

    /** Whether the primary had it. */
    private boolean shared;

    private boolean attached;
    private long receivingSinceNanos;
    private boolean receiving;
    private String diverged = "";
    private final MovedPosition movedPosition = new MovedPosition();

    /** @param nanoTime as {@link System#nanoTime()} */
    ReplicaState(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /**
     * Returns why a replica must not answer; empty if it may.
     *
     * @param own the server that its client reaches
     * @param other the server that the primary's client reaches
     * @param primary what is known of the primary
     */
    Optional<String> refusal(
            Probe probe, ReplicationStatus status, ServerFacts own, ServerFacts other, PrimaryState.Standing primary) {
        Optional<String> moved = movedPosition.of(probe, status); // first: it has to see every answer
        Probe first = primary.probe();
        if (first == null) {
            return Optional.of("the primary is not known yet");
        }
        if (!own.identity().equals(probe.identity())) {
            return Optional.of("SQL reaches another server than its client");
        }
        if (probe.identity().equals(first.identity())) {
            return Optional.of("it is the primary");
        }
        if (!probe.readOnly()) {
            return Optional.of("it is writable (read_only=0): it may have been promoted");
        }
        return difference(own, other)
                .or(() -> privilege(status, primary))
                .or(() -> source(status, first))
                .or(() -> filter(status, primary))
                .or(() -> domains(first))
                .or(() -> moved)
                .or(() -> history(probe, status, first, primary.generation()));
    }

    private static Optional<String> difference(ServerFacts own, ServerFacts other) {
        if (!own.account().equals(other.account())) {
            return Optional.of("the account is " + own.account() + ", at the primary it is " + other.account());
        }
        if (!own.schema().equals(other.schema())) {
            return Optional.of("the schema is " + own.schema() + ", at the primary it is " + other.schema());
        }
        if (!own.line().equals(other.line())) {
            return Optional.of("the server line is " + own.line() + ", that of the primary is " + other.line());
        }
        if (!Objects.equals(own.zoneOffset(), other.zoneOffset())
                || !own.sessionTimeZone().equals(other.sessionTimeZone())) {
            return Optional.of("the time zone is not that of the primary");
        }
        return own.galera() ? Optional.of("it is a node of Galera (wsrep_on)") : Optional.empty();
    }

    private static Optional<String> privilege(ReplicationStatus status, PrimaryState.Standing primary) {
        if (!status.missing().isEmpty()) {
            return Optional.of("a privilege is missing: " + status.missing());
        }
        return primary.missing().isEmpty()
                ? Optional.empty()
                : Optional.of("a privilege is missing at the primary: " + primary.missing());
    }

    private static Optional<String> source(ReplicationStatus status, Probe primary) {
        if (status.sources().size() != 1) {
            return Optional.of("it replicates from " + status.sources().size() + " servers (expected one)");
        }
        ReplicationStatus.Source source = status.sources().get(0);
        if (source.serverId() != primary.serverId()) {
            return Optional.of(
                    source.serverId() == 0
                            ? "it has not connected to its primary"
                            : "it follows server " + source.serverId() + ", not the primary (server "
                                    + primary.serverId() + ")");
        }
        return source.byGtid() ? Optional.empty() : Optional.of("it replicates without GTID (master_use_gtid)");
    }

    private static Optional<String> filter(ReplicationStatus status, PrimaryState.Standing primary) {
        if (!status.filters().isEmpty()) {
            return Optional.of("a replication filter is set: " + status.filters());
        }
        return primary.filters().isEmpty()
                ? Optional.empty()
                : Optional.of("the binary log of the primary is filtered: " + primary.filters());
    }

    private static Optional<String> domains(Probe primary) {
        int domains = primary.committed().domains().size();
        return domains <= MAX_DOMAINS
                ? Optional.empty()
                : Optional.of("the primary has " + domains + " GTID domains (expected at most " + MAX_DOMAINS + ")");
    }

    /** Sequence numbers can be compared only within one history: the primary must have all that the replica has. */
    private Optional<String> history(Probe probe, ReplicationStatus status, Probe primary, int generation) {
        Pair now = new Pair(probe.identity(), generation);
        if (!now.equals(pair)) {
            pair = now;
            pairNanos = primary.sentNanos();
            applied = null;
            shared = false;
            attached = false;
            receiving = false;
            diverged = "";
        }
        if (diverged.isEmpty()) {
            diverged = ownTransaction(probe, primary)
                    .map(gtid -> "it has transactions of its own (diverged): " + gtid)
                    .or(() -> lackingTransaction(probe, primary)
                            .map(gtid -> "it has transactions that the primary lacks (diverged): " + gtid))
                    .orElse("");
        }
        if (!diverged.isEmpty()) {
            return Optional.of(diverged);
        }
        if (!attached) {
            attach(status);
        }
        return attached && shared ? Optional.empty() : Optional.of("it was not seen connected to this primary yet");
    }

    /** A primary that was asked after the replica has what the replica had; one that lost it in a fail-over has not. */
    private Optional<Gtid> lackingTransaction(Probe probe, Probe primary) {
        Applied earlier = applied;
        if (earlier != null && primary.sentNanos() - earlier.nanos() < 0) {
            return Optional.empty();
        }
        applied = new Applied(probe.applied(), nanoTime.getAsLong());
        if (earlier == null) {
            return Optional.empty();
        }
        Optional<Gtid> lacking = earlier.position().domains().values().stream()
                .filter(gtid -> !primary.mayHave(gtid))
                .findFirst();
        shared = lacking.isEmpty();
        return lacking;
    }

    private static Optional<Gtid> ownTransaction(Probe probe, Probe primary) {
        for (Gtid own : probe.logState()) {
            if (own.server() == probe.serverId() && !primary.hasLogged(own)) {
                return Optional.of(own);
            }
        }
        for (Gtid current : probe.current().domains().values()) {
            if (current.server() == probe.serverId() && !probe.applied().covers(one(current))) {
                return Optional.of(current);
            }
        }
        return Optional.empty();
    }

    private static GtidPosition one(Gtid gtid) {
        return new GtidPosition(Map.of(gtid.domain(), gtid));
    }

    /** Two looks at some distance, because the IO thread counts as connected before it has sent its position. */
    private void attach(ReplicationStatus status) {
        if (status.askedNanos() - pairNanos < 0) {
            return; // it may speak of the primary before
        }
        if (!status.sources().get(0).receives()) {
            receiving = false;
        } else if (!receiving) {
            receiving = true;
            receivingSinceNanos = status.askedNanos();
        } else {
            attached = status.askedNanos() - receivingSinceNanos >= SETTLED_NANOS;
        }
    }
}
