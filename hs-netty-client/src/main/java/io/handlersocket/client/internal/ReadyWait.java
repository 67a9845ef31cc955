// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.concurrent.DriverThread;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Waits until a client is ready. It asks at short intervals: a listener would have every lookup measured. */
public final class ReadyWait {

    private static final long LAST_PAUSE_MILLIS = 20;

    private ReadyWait() {}

    /** Waits until the client is ready; fails if it is not in this time, or never will be by itself. */
    public static void await(HandlerSocketClient client, Duration limit, LongSupplier nanoTime) {
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
}
