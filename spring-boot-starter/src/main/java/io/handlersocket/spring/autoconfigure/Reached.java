// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import io.handlersocket.client.HandlerSocketClient;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Tells when a client is READY for the first time, however late. Looks now and then, so that no lookup pays for it. */
final class Reached {

    private static final long PAUSE_MILLIS = 500;

    private Reached() {}

    /** Completes then; never if the client is closed before. */
    static CompletionStage<Void> by(HandlerSocketClient client) {
        CompletableFuture<Void> ready = new CompletableFuture<>();
        client.firstAttempt().thenRun(() -> look(client, ready));
        return ready;
    }

    private static void look(HandlerSocketClient client, CompletableFuture<Void> ready) {
        switch (client.snapshot().state()) {
            case READY -> ready.complete(null);
            case CLOSED -> {}
            default ->
                CompletableFuture.delayedExecutor(PAUSE_MILLIS, TimeUnit.MILLISECONDS)
                        .execute(() -> look(client, ready));
        }
    }
}
