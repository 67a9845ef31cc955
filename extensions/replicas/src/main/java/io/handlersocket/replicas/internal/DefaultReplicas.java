// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.internal.concurrent.BlockingCall;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.spi.ServerClient;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.ReadSession;
import io.handlersocket.replicas.ReplicaListener.Outcome;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ServerSnapshot;
import io.handlersocket.replicas.ServerSnapshot.Role;
import io.handlersocket.replicas.internal.replication.Poller;
import io.handlersocket.replicas.internal.replication.Probe;
import io.handlersocket.replicas.internal.replication.ReplicationStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A client per server, a poller per server, and the router between them. */
public final class DefaultReplicas implements Replicas {

    private final ReplicaOptions options;
    private final ServerClient primaryClient;
    private final PrimaryState primary;
    private final Poller primaryPoller;
    private final List<ReplicaServer> replicas = new ArrayList<>();
    private final Router router;
    private final RoutedClient client;
    private final AtomicBoolean closed = new AtomicBoolean();

    public DefaultReplicas(ReplicaOptions options) {
        this.options = options;
        ReplicaEvents events = new ReplicaEvents(options.listeners(), options.nanoTime());
        ReplicaOptions.Server first = options.primary();
        ServerClient connected = first.client();
        this.primaryClient = connected;
        this.primary = new PrimaryState(
                first.name(), options.leaseNanos(), () -> connected.server().orElse(null), events, options.nanoTime());
        this.primaryPoller = new Poller(
                first.name(),
                first.dataSource(),
                ReplicationStatus::ofPrimary,
                Poller.UNTIL_RESTART,
                options.pollNanos(),
                new Poller.Listener() {
                    @Override
                    public boolean answered(Probe probe, ReplicationStatus status) {
                        return primary.answered(probe, status);
                    }

                    @Override
                    public void failed(String reason) {
                        primary.failed(reason);
                    }
                },
                options.time());
        TokenWaits waits = new TokenWaits();
        for (ReplicaOptions.Server each : options.replicas()) {
            replicas.add(new ReplicaServer(each, replicas.size(), options, primary, connected, waits, events));
        }
        PrimaryReads atThePrimary = new PrimaryReads(first, primary, primaryPoller::next, options.nanoTime());
        this.router = new Router(this, options, primary, atThePrimary, replicas, waits);
        this.client = new RoutedClient(this, connected, router, primaryPoller::next);
        primaryPoller.start();
        replicas.forEach(ReplicaServer::start);
    }

    @Override
    public HandlerSocketClient client() {
        return client;
    }

    @Override
    public ReadScope open(Freshness freshness) {
        requireNonNull(freshness, "freshness: null (expected a Freshness)");
        return Scopes.open(this, options.check(freshness), null);
    }

    @Override
    public ReadScope open(Freshness freshness, ReadSession session) {
        requireNonNull(freshness, "freshness: null (expected a Freshness)");
        return Scopes.open(this, options.check(freshness), floor(session));
    }

    private Floor floor(ReadSession session) {
        requireNonNull(session, "session: null (expected a ReadSession)");
        if (!(session instanceof Floor floor) || !floor.isOf(this)) {
            throw new IllegalArgumentException("session: " + session + " (expected one of these replicas)");
        }
        return floor;
    }

    /** Returns the facts about each replica whose client has reached a server with this identity. */
    public List<ServerFacts> replicasAt(String identity) {
        List<ServerFacts> found = new ArrayList<>(1);
        for (ReplicaServer replica : replicas) {
            ServerFacts facts = replica.client().server().orElse(null);
            if (facts != null && facts.identity().equals(identity)) {
                found.add(facts);
            }
        }
        return found;
    }

    /**
     * Opens a scope on the calling thread whose reads only the replica with this identity answers, whatever its age.
     *
     * @param session the session of the reads; null without one
     */
    public ReadScope openAt(String identity, @Nullable ReadSession session) {
        return Scopes.open(this, Freshness.ANY, session == null ? null : floor(session), identity);
    }

    @Override
    public Optional<ReadScope> scope() {
        return Optional.ofNullable(Scopes.current(this));
    }

    @Override
    public ReadSession session() {
        return new Floor(this);
    }

    @Override
    public GtidPosition position() {
        DriverThread.refuseToWait("Replicas.position", "positionAsync");
        return BlockingCall.await(
                options.nanoTime(),
                asked(),
                options.primary().requestNanos(),
                "the position of " + options.primary().name());
    }

    @Override
    public CompletionStage<GtidPosition> positionAsync() {
        return primaryClient.stage(asked());
    }

    /** The question is sent after this call, so that its answer covers all that was committed before. */
    private CompletableFuture<GtidPosition> asked() {
        return primaryPoller
                .next()
                .orTimeout(options.primary().requestNanos(), TimeUnit.NANOSECONDS)
                .handle((probe, failure) -> {
                    if (failure != null) {
                        throw new UnavailableException(
                                UnavailableException.Reason.NOT_CONNECTED,
                                options.primary().name() + ": no position: " + why(failure));
                    }
                    PrimaryState.Standing standing = primary.require();
                    if (!standing.identity().equals(probe.identity())) {
                        throw new UnavailableException(
                                UnavailableException.Reason.FENCED,
                                options.primary().name() + ": another server became the primary");
                    }
                    return probe.committed();
                });
    }

    private String why(Throwable failure) {
        String known = primary.whyNot();
        return known != null ? known : String.valueOf(failure.getMessage());
    }

    @Override
    public List<ServerSnapshot> servers() {
        List<ServerSnapshot> servers = new ArrayList<>(replicas.size() + 1);
        ClientSnapshot its = primaryClient.snapshot();
        String why = its.state() == ClientState.READY
                ? primary.whyNot()
                : "its client is " + its.state() + ' ' + its.reason();
        Probe probe = primary.now().probe();
        servers.add(new ServerSnapshot(
                options.primary().name(),
                Role.PRIMARY,
                why == null,
                why == null ? "" : why,
                its.endpoint(),
                Optional.ofNullable(probe).map(Probe::committed),
                Optional.empty(),
                0,
                0,
                0,
                0,
                router.notAsked().counts()));
        replicas.forEach(replica -> servers.add(snapshot(replica)));
        return servers;
    }

    private ServerSnapshot snapshot(ReplicaServer replica) {
        ReplicaServer.Watermark watermark = replica.watermark();
        PositionRing.@Nullable Sample covered =
                watermark == null ? null : primary.ring().coveredBy(watermark.position());
        ClientSnapshot its = replica.client().snapshot();
        return new ServerSnapshot(
                replica.name(),
                Role.REPLICA,
                replica.isUsable(replica.now()),
                replica.reason(),
                its.endpoint(),
                Optional.ofNullable(watermark).map(ReplicaServer.Watermark::position),
                Optional.ofNullable(covered)
                        .map(sample -> Duration.ofNanos(options.nanoTime().getAsLong() - sample.nanos())),
                replica.count(Outcome.ACCEPTED),
                replica.count(Outcome.TOO_OLD),
                replica.count(Outcome.BEHIND),
                replica.count(Outcome.FAILED),
                Map.of());
    }

    @Override
    public void close() {
        DriverThread.refuseToWait("Replicas.close", "HandlerSocketClient.closeAsync");
        closePollers();
        replicas.forEach(replica -> replica.client().close());
        primaryClient.close();
    }

    /** Closes all servers on threads of their own. */
    CompletionStage<Void> closeAsync() {
        closePollers();
        List<CompletableFuture<Void>> closing = new ArrayList<>();
        replicas.forEach(replica -> closing.add(replica.client().closeAsync().toCompletableFuture()));
        closing.add(primaryClient.closeAsync().toCompletableFuture());
        return primaryClient.stage(CompletableFuture.allOf(closing.toArray(new CompletableFuture<?>[0])));
    }

    private void closePollers() {
        if (closed.compareAndSet(false, true)) {
            primaryPoller.close();
            replicas.forEach(ReplicaServer::stop);
        }
    }

    @Override
    public String toString() {
        return "Replicas" + servers();
    }
}
