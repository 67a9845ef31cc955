// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.spi.ServerClient;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.ReplicaListener.Outcome;
import io.handlersocket.replicas.internal.replication.Poller;
import io.handlersocket.replicas.internal.replication.Probe;
import io.handlersocket.replicas.internal.replication.ReplicationStatus;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One replica: its client, its poller, and whether it may answer now. Thread-safe. */
final class ReplicaServer implements Poller.Listener {

    /**
     * What is known at one moment. Immutable.
     *
     * @param identity the server process of the last clean probe
     * @param usable whether the last probe was clean
     * @param reason why it was not; or what is unusual
     * @param epoch rises each time that the replica becomes usable
     * @param generation the generation of the primary that it follows
     * @param cleanNanos when the last clean probe was sent
     * @param applied the position that it found
     */
    record Standing(
            String identity,
            boolean usable,
            String reason,
            long epoch,
            int generation,
            long cleanNanos,
            GtidPosition applied) {

        Standing withdrawn(String why) {
            return new Standing(identity, false, why, epoch, generation, cleanNanos, applied);
        }
    }

    /**
     * The newest known position: packets that are sent from now on see rows that contain it.
     *
     * @param nanos when it was seen
     */
    record Watermark(GtidPosition position, long nanos) {}

    private final String name;
    private final int number;
    private final long leaseNanos;
    private final PrimaryState primary;
    private final Supplier<@Nullable ServerFacts> primaryFacts;
    private final ReplicaEvents events;
    private final LongSupplier nanoTime;
    private final TokenWaits waits;
    private final ServerClient client;
    private final Poller poller;
    private final PositionsHandle positions;
    private final ReplicaState state;
    private final Suspicion suspicion;
    private final Map<Outcome, LongAdder> outcomes = new ConcurrentHashMap<>();
    private final BooleanSupplier drained;
    private boolean drainedWithPrimary;
    private volatile Standing now = new Standing("", false, "not asked yet", 0, 0, 0, GtidPosition.NONE);
    private volatile @Nullable Watermark watermark;

    /**
     * @param number its place among the replicas, from 0
     * @param primaryClient the client of the primary: while a DBA drains it, this one is drained too
     */
    ReplicaServer(
            ReplicaOptions.Server server,
            int number,
            ReplicaOptions all,
            PrimaryState primary,
            ServerClient primaryClient,
            TokenWaits waits,
            ReplicaEvents events) {
        this.name = server.name();
        this.number = number;
        this.leaseNanos = all.leaseNanos();
        this.primary = primary;
        this.primaryFacts = () -> primaryClient.server().orElse(null);
        this.drained = () -> primaryClient.snapshot().state() == ClientState.DRAINED;
        this.waits = waits;
        this.events = events;
        this.nanoTime = all.nanoTime();
        this.state = new ReplicaState(nanoTime);
        this.suspicion = new Suspicion(name);
        this.client = server.client();
        this.positions = new PositionsHandle(client, nanoTime);
        this.poller = new Poller(
                name,
                server.dataSource(),
                ReplicationStatus::ofReplica,
                Poller.STATUS_NANOS,
                all.pollNanos(),
                this,
                all.time());
    }

    void start() {
        poller.start();
    }

    String name() {
        return name;
    }

    int number() {
        return number;
    }

    ServerClient client() {
        return client;
    }

    /** Returns the time, as {@link System#nanoTime()}. */
    long nowNanos() {
        return nanoTime.getAsLong();
    }

    PositionsHandle positions() {
        return positions;
    }

    Standing now() {
        return now;
    }

    @Nullable
    Watermark watermark() {
        return watermark;
    }

    private LongAdder counter(Outcome outcome) {
        return outcomes.computeIfAbsent(outcome, first -> new LongAdder());
    }

    long count(Outcome outcome) {
        return counter(outcome).sum();
    }

    /** Counts and reports what became of an answer. */
    void ended(Outcome outcome, long ageNanos) {
        counter(outcome).increment();
        events.answered(name, outcome, ageNanos);
    }

    /** Reports that a table is not read here. */
    void leftOut(TableName table, String reason) {
        events.leftOut(name, table, reason);
    }

    /** Raises the watermark to a position that a packet has shown. */
    void saw(GtidPosition position, long nowNanos) {
        Watermark before = watermark;
        if (before == null || !before.position().covers(position)) {
            watermark =
                    new Watermark(before == null ? position : before.position().max(position), nowNanos);
            waits.reached(position);
        }
    }

    /** Asks the server at once, for a caller that waits for a position. */
    void wake() {
        if (now.usable()) {
            poller.wake();
        }
    }

    @Override
    public @Nullable GtidPosition awaited() {
        return now.usable() ? waits.first() : null;
    }

    /** Returns whether the replica may answer now, as far as is known without its packet. */
    boolean isUsable(Standing standing) {
        return standing.usable()
                && nanoTime.getAsLong() - standing.cleanNanos() <= leaseNanos
                && standing.generation() == primary.now().generation();
    }

    /** Returns whether it could answer since the standing was read, without a gap. */
    boolean isStillUsable(Standing before) {
        Standing standing = now;
        return standing.epoch() == before.epoch() && isUsable(standing);
    }

    @Override
    public boolean answered(Probe probe, ReplicationStatus status) {
        followDrain();
        watermark = new Watermark(probe.applied(), probe.sentNanos());
        PrimaryState.Standing standing = primary.now();
        primary.doubts().set(name, suspicion.of(probe, status, standing.probe()));
        ServerFacts own = client.server().orElse(null);
        String why = refusal(probe, status, own, standing);
        if (why != null) {
            withdraw(why);
            return own == null || own.identity().equals(probe.identity()); // else its address may have moved
        }
        Standing before = now;
        boolean served = before.usable()
                && before.identity().equals(probe.identity())
                && before.generation() == standing.generation();
        now = new Standing(
                probe.identity(),
                true,
                status.sources().get(0).trouble(),
                served ? before.epoch() : before.epoch() + 1,
                standing.generation(),
                probe.sentNanos(),
                probe.applied());
        primary.isFollowedBy(probe.identity());
        if (!before.usable()) {
            events.usable(name);
        }
        waits.reached(probe.applied());
        return true;
    }

    private @Nullable String refusal(
            Probe probe, ReplicationStatus status, @Nullable ServerFacts own, PrimaryState.Standing standing) {
        ServerFacts other = primaryFacts.get();
        ClientSnapshot its = client.snapshot();
        if (own == null || its.state() != ClientState.READY) {
            return "its client is " + its.state() + ' ' + its.reason();
        }
        if (other == null) {
            return "the primary is not known yet";
        }
        Optional<String> why = state.refusal(probe, status, own, other, standing);
        return why.or(positions::whyNot).orElse(null);
    }

    @Override
    public void failed(String reason) {
        followDrain();
        withdraw(reason);
    }

    private void withdraw(String reason) {
        Standing before = now;
        now = before.withdrawn(reason);
        if (before.usable()) {
            events.leftAlone(name, reason);
        }
    }

    /** The user lock by which a DBA drains all clients exists on the primary only. */
    private void followDrain() {
        boolean wanted = drained.getAsBoolean();
        if (wanted && !drainedWithPrimary) {
            client.drain();
        } else if (!wanted && drainedWithPrimary) {
            client.resume();
        }
        drainedWithPrimary = wanted;
    }

    /** Returns why the replica does not answer, or what is unusual; empty if nothing is. */
    String reason() {
        Standing standing = now;
        if (standing.usable() && nanoTime.getAsLong() - standing.cleanNanos() > leaseNanos) {
            return "no clean answer of the probe for " + TimeUnit.NANOSECONDS.toMillis(leaseNanos) + " ms";
        }
        return standing.usable() && !isUsable(standing) ? "the primary has changed" : standing.reason();
    }

    /** Stops asking the server; its client stays open. */
    void stop() {
        poller.close();
    }

    @Override
    public String toString() {
        return name;
    }
}
