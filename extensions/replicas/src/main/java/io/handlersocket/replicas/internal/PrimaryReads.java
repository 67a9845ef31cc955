// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.internal.concurrent.BlockingCall;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.spi.ServerIndex;
import io.handlersocket.replicas.GtidPosition;
import io.handlersocket.replicas.internal.replication.Probe;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Reads of the primary, each checked before and after. Thread-safe. */
final class PrimaryReads {

    private final ReplicaOptions.Server server;
    private final PrimaryState primary;
    private final Supplier<CompletableFuture<Probe>> nextProbe;
    private final LongSupplier nanoTime;

    /**
     * @param nextProbe asks the primary at once
     * @param nanoTime as {@link System#nanoTime()}
     */
    PrimaryReads(
            ReplicaOptions.Server server,
            PrimaryState primary,
            Supplier<CompletableFuture<Probe>> nextProbe,
            LongSupplier nanoTime) {
        this.server = server;
        this.primary = primary;
        this.nextProbe = nextProbe;
        this.nanoTime = nanoTime;
    }

    <T> T read(Wish wish, List<ServerIndex> indexes, Supplier<T> atPrimary) {
        PrimaryState.Standing before = begin(wish);
        T answer = atPrimary.get();
        answered(wish, before, indexes);
        return answer;
    }

    /**
     * Returns what is known of the primary that may answer. If it is not known to have what the read must cover, it is
     * asked once more: an old primary never has what its successor has committed.
     */
    PrimaryState.Standing begin(Wish wish) {
        PrimaryState.Standing standing = primary.require();
        GtidPosition wanted = wish.freshness().position().orElse(null);
        if (wanted == null || PrimaryState.has(standing, wanted)) {
            return standing;
        }
        if (!DriverThread.isIo() && !DriverThread.isControl()) { // the read refuses to wait there
            BlockingCall.await(nanoTime, asked(), server.requestNanos(), "the position of the primary");
        }
        return covering(primary, wanted);
    }

    /** Returns what is known of a primary that has all transactions up to this position. */
    static PrimaryState.Standing covering(PrimaryState primary, GtidPosition wanted) {
        PrimaryState.Standing standing = primary.require();
        if (!PrimaryState.has(standing, wanted)) {
            throw primary.fenced("it lacks transactions up to " + wanted
                    + " (expected those of the position of atLeast, unless a fail-over has lost them)");
        }
        return standing;
    }

    /** Completes after the question, whatever the answer is. */
    private CompletableFuture<Boolean> asked() {
        return nextProbe
                .get()
                .orTimeout(server.requestNanos(), TimeUnit.NANOSECONDS)
                .handle((probe, failure) -> failure == null);
    }

    <T> CompletableFuture<T> readAsync(Wish wish, List<ServerIndex> indexes, Supplier<CompletionStage<T>> atPrimary) {
        try {
            wish.leavesReplicas(null);
            PrimaryState.Standing standing = primary.require();
            GtidPosition wanted = wish.freshness().position().orElse(null);
            if (wanted != null && !PrimaryState.has(standing, wanted)) {
                return server.client()
                        .stage(asked().thenCompose(
                                        done -> readAsync(wish, covering(primary, wanted), indexes, atPrimary)));
            }
            return readAsync(wish, standing, indexes, atPrimary);
        } catch (HandlerSocketException e) {
            return RoutedStages.failed(e);
        }
    }

    private <T> CompletableFuture<T> readAsync(
            Wish wish,
            PrimaryState.Standing before,
            List<ServerIndex> indexes,
            Supplier<CompletionStage<T>> atPrimary) {
        return RoutedStages.of(atPrimary.get().toCompletableFuture(), (answer, failure) -> {
            if (failure != null) {
                throw RoutedStages.unchecked(failure);
            }
            answered(wish, before, indexes);
            return null;
        });
    }

    /** Checks that the answer is of the server that was the primary all the time. */
    private void answered(Wish wish, PrimaryState.Standing before, List<ServerIndex> indexes) {
        String identity = before.identity();
        for (ServerIndex index : indexes) {
            identity = index.opening().server().identity();
            primary.requireStill(before, identity);
        }
        wish.answeredByPrimary(server.name(), identity, nanoTime.getAsLong());
    }
}
