// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.concurrent.BlockingCall;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.control.ClientOptions;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The wait of a caller for a client: until it is ready, or until an index is open, with all steps together. An
 * interrupt ends it.
 */
public record ClientWait(
        String client, Duration limit, long deadlineNanos, LongSupplier nanoTime, Supplier<String> state) {

    private static final long LAST_PAUSE_MILLIS = 20;

    /**
     * Waits until the client is ready; fails if it is not in this time, or never will be by itself. It asks at short
     * intervals: a listener would have every lookup measured.
     */
    public static void awaitReady(HandlerSocketClient client, Duration limit, LongSupplier nanoTime) {
        DriverThread.refuseToWait("HandlerSocketClient.awaitReady", "firstAttempt");
        Objects.requireNonNull(limit, "limit: null (expected how long to wait at most)");
        long deadlineNanos = nanoTime.getAsLong() + limit.toNanos();
        long pauseMillis = 1;
        ClientSnapshot now = client.snapshot();
        while (now.state() != ClientState.READY) {
            if (now.state() == ClientState.CLOSED || now.state() == ClientState.NOT_USABLE) {
                throw notReady(Reason.NOT_USABLE, "not ready", now);
            }
            if (deadlineNanos - nanoTime.getAsLong() <= 0) {
                throw notReady(Reason.NOT_CONNECTED, "not ready within " + limit, now);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(pauseMillis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw notReady(Reason.NOT_CONNECTED, "interrupted while waiting", now);
            }
            pauseMillis = Math.min(2 * pauseMillis, LAST_PAUSE_MILLIS);
            now = client.snapshot();
        }
    }

    private static UnavailableException notReady(Reason reason, String what, ClientSnapshot now) {
        String why = now.reason().isEmpty() ? "" : ", " + now.reason();
        return new UnavailableException(
                now.state() == ClientState.CLOSED ? Reason.CLOSED : reason,
                what + ": the client is " + now.state() + why + ". " + now.remedy());
    }

    /** Begins the wait of a caller that opens an index. */
    public static ClientWait begin(ClientOptions options, Supplier<String> state) {
        Duration limit = options.times().connect().multipliedBy(2).plusSeconds(1);
        long deadlineNanos = options.nanoTime().getAsLong() + limit.toNanos();
        return new ClientWait(options.name(), limit, deadlineNanos, options.nanoTime(), state);
    }

    /** Waits for a control thread's result, not for its stage: that may complete on a busy executor. */
    public <T> T await(CompletableFuture<T> result) {
        try {
            return result.get(deadlineNanos - nanoTime.getAsLong(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw BlockingCall.failure(e);
        } catch (TimeoutException e) {
            throw notOpened("not opened within " + limit + "; the client is " + state.get()
                    + ". On a busy machine call awaitReady first, or raise connectTimeout");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notOpened("interrupted while opening");
        }
    }

    private UnavailableException notOpened(String why) {
        return new UnavailableException(Reason.NOT_CONNECTED, client + ": " + why);
    }
}
