// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.spi.OwnThread;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjLongConsumer;

/**
 * Reports when a client is READY for the first time, even if late. If the first attempt to connect fails, it polls at
 * growing intervals. It does not use a listener, because a client with a listener measures the time of each lookup.
 */
final class Reached {

    private static final long FIRST_PAUSE_MILLIS = 500;
    private static final long LAST_PAUSE_MILLIS = 5_000;

    private Reached() {}

    /** Waits until the first attempt to connect has ended, at most for this time. */
    static void awaitFirstAttempt(HandlerSocketClient client, Duration limit) {
        client.firstAttempt()
                .thenRun(() -> {}) // a separate stage, because the time-out completes it
                .toCompletableFuture()
                .completeOnTimeout(null, limit.toNanos(), TimeUnit.NANOSECONDS)
                .join();
    }

    /** Returns whether the client is READY within this time. Does not wait for one that will not be READY by itself. */
    static boolean within(HandlerSocketClient client, Duration limit) {
        try {
            client.awaitReady(limit);
            return true;
        } catch (UnavailableException e) {
            return false;
        }
    }

    /** Completes when the client is READY; never if the client is closed before, or the database is another product. */
    static CompletionStage<Void> by(HandlerSocketClient client) {
        return by(
                client,
                (action, millis) -> CompletableFuture.delayedExecutor(
                                millis, TimeUnit.MILLISECONDS, OwnThread.named("handlersocket-wait"))
                        .execute(action));
    }

    /** @param runAfter runs an action after some milliseconds */
    static CompletionStage<Void> by(HandlerSocketClient client, ObjLongConsumer<Runnable> runAfter) {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        client.firstAttempt().thenRun(() -> look(client, ready, FIRST_PAUSE_MILLIS, runAfter));
        return ready;
    }

    private static void look(
            HandlerSocketClient client,
            CompletableFuture<Void> ready,
            long pauseMillis,
            ObjLongConsumer<Runnable> runAfter) {
        ClientSnapshot snapshot = client.snapshot();
        if (snapshot.state() == ClientState.READY) {
            ready.complete(null);
        } else if (snapshot.state() != ClientState.CLOSED && !snapshot.isOtherProduct()) {
            long next = Math.min(2 * pauseMillis, LAST_PAUSE_MILLIS);
            runAfter.accept(() -> look(client, ready, next, runAfter), pauseMillis);
        }
    }
}
