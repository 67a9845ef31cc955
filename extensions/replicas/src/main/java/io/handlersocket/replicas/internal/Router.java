// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.internal.concurrent.BlockingCall;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.spi.ServerIndex;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.internal.replication.Probe;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Decides which server answers a read: one replica that can be fresh enough, else the primary. Thread-safe. */
final class Router {

    private static final long[] FIRST_DOMAIN = {0};

    private final Object owner;
    private final ReplicaOptions options;
    private final PrimaryState primary;
    private final PrimaryReads atThePrimary;
    private final List<ReplicaServer> replicas;
    private final TokenWaits waits;
    private final ReplicaChooser chooser;
    private final Wish withoutScope;
    private final NotAskedCounts notAsked = new NotAskedCounts();

    /** @param owner the replicas whose scopes count */
    Router(
            Object owner,
            ReplicaOptions options,
            PrimaryState primary,
            PrimaryReads atThePrimary,
            List<ReplicaServer> replicas,
            TokenWaits waits) {
        this.owner = owner;
        this.options = options;
        this.primary = primary;
        this.atThePrimary = atThePrimary;
        this.replicas = replicas;
        this.waits = waits;
        this.chooser = new ReplicaChooser(primary, replicas, options.pollNanos(), options.nanoTime());
        this.withoutScope = new Wish(options.defaultFreshness(), null, null);
    }

    PrimaryState primary() {
        return primary;
    }

    List<ReplicaServer> replicas() {
        return replicas;
    }

    NotAskedCounts notAsked() {
        return notAsked;
    }

    Wish wish() {
        OpenScope scope = Scopes.current(owner);
        return scope == null ? withoutScope : new Wish(scope.freshness(), scope.floor(), scope);
    }

    /** The handles of one read at a replica; null if an index is not open there. */
    interface Handles {
        @Nullable
        List<ReplicaHandles.Open> at(ReplicaServer server);
    }

    /**
     * Reads, and waits for the answer.
     *
     * @param indexes the indexes that are read, at the primary
     * @param atReplica reads from a replica
     * @param atPrimary reads from the primary
     */
    <T> T read(Handles handles, List<ServerIndex> indexes, Function<Attempt, T> atReplica, Supplier<T> atPrimary) {
        Wish wish = wish();
        if (options.waitNanos() > 0) {
            wish.freshness().position().ifPresent(this::awaitReplica);
        }
        HandlerSocketException failure = null;
        for (Attempt attempt = attempt(wish, handles); attempt != null; attempt = attempt.again()) {
            try {
                T answer = atReplica.apply(attempt);
                if (attempt.accepts()) {
                    return answer;
                }
            } catch (HandlerSocketException e) {
                attempt.failed();
                failure = e;
            }
        }
        wish.leavesReplicas(failure);
        return atThePrimary.read(wish, indexes, atPrimary);
    }

    PrimaryReads primaryReads() {
        return atThePrimary;
    }

    /**
     * Returns the wish of a read of many packets, which only the primary answers.
     *
     * @throws HandlerSocketException if only a replica may answer
     */
    Wish wishOfStream() {
        Wish wish = wish();
        wish.leavesReplicas(null);
        return wish;
    }

    /** Waits until a replica is at this position, unless one is, or none can be soon. */
    private void awaitReplica(GtidPosition position) {
        boolean useless = !primary.knows(position)
                || DriverThread.isIo()
                || DriverThread.isControl()
                || replicas.stream().noneMatch(server -> server.isUsable(server.now()))
                || replicas.stream().anyMatch(server -> server.isUsable(server.now()) && isAt(server, position));
        if (useless) {
            return;
        }
        CompletableFuture<Void> reached = waits.add(position);
        replicas.forEach(ReplicaServer::wake);
        BlockingCall.await(
                options.nanoTime(),
                reached.completeOnTimeout(null, options.waitNanos(), TimeUnit.NANOSECONDS),
                options.waitNanos(),
                "a replica at " + position);
    }

    private static boolean isAt(ReplicaServer server, GtidPosition position) {
        ReplicaServer.Watermark watermark = server.watermark();
        return watermark != null && watermark.position().covers(position);
    }

    /** Reads as {@link #read} does, without waiting. */
    <T> CompletionStage<T> readAsync(
            Handles handles,
            List<ServerIndex> indexes,
            Function<Attempt, CompletionStage<T>> atReplica,
            Supplier<CompletionStage<T>> atPrimary) {
        Wish wish = wish();
        return readAsync(attempt(wish, handles), atReplica, () -> atThePrimary.readAsync(wish, indexes, atPrimary));
    }

    private static <T> CompletableFuture<T> readAsync(
            @Nullable Attempt attempt,
            Function<Attempt, CompletionStage<T>> atReplica,
            Supplier<CompletableFuture<T>> otherwise) {
        if (attempt == null) {
            return otherwise.get();
        }
        CompletableFuture<T> read = atReplica.apply(attempt).toCompletableFuture();
        return RoutedStages.of(read, (answer, failure) -> {
            if (failure instanceof HandlerSocketException) {
                attempt.failed();
            } else if (failure != null) {
                throw RoutedStages.unchecked(failure);
            } else if (attempt.accepts()) {
                return null;
            }
            return readAsync(attempt.again(), atReplica, otherwise);
        });
    }

    /**
     * Returns whether a read of this thread would reach a server now.
     *
     * @param open whether the handle of the primary is open
     */
    boolean isOpen(Predicate<Index> open, Index atPrimary, Handles handles) {
        Wish wish = wish();
        boolean atTheirs = wish.only() == null && primary.isServing() && open.test(atPrimary);
        return atTheirs || chooser.choose(wish, handles) != null;
    }

    private @Nullable Attempt attempt(Wish wish, Handles handles) {
        Attempt attempt = first(wish, handles);
        if (attempt == null) {
            notAsked.note(wish, replicas, chooser::canBeFresh);
        }
        return attempt;
    }

    private @Nullable Attempt first(Wish wish, Handles handles) {
        ReplicaChooser.Choice choice = chooser.choose(wish, handles);
        if (choice == null) {
            return null;
        }
        ServerIndex positions = choice.server().positions().handle();
        ReplicaServer.Watermark watermark = choice.server().watermark();
        if (positions == null || !positions.isOpen() || watermark == null) {
            return null;
        }
        return new Attempt(
                wish,
                choice.server(),
                choice.standing(),
                watermark.position(),
                new PacketProof(positions, domains()),
                choice.handles(),
                primary.ring(),
                options.nanoTime());
    }

    private long[] domains() {
        Probe probe = primary.now().probe();
        if (probe == null || probe.committed().domains().isEmpty()) {
            return FIRST_DOMAIN;
        }
        return probe.committed().domains().keySet().stream()
                .mapToLong(Long::longValue)
                .toArray();
    }
}
