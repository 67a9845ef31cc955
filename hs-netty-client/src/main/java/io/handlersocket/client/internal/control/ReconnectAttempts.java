// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import java.time.Duration;

/**
 * Counts attempts to reconnect, announces each to the listener once, and says how long to wait. Control thread only.
 */
public final class ReconnectAttempts {

    private final ClientListener listener;
    private final Backoff backoff;
    private int announced;

    public ReconnectAttempts(ClientListener listener, Backoff backoff) {
        this.listener = listener;
        this.backoff = backoff;
    }

    /** Starts an attempt; only the first is announced here, because a failure announces the next one. */
    public void starting() {
        if (announced == 0) {
            announce(0);
        }
    }

    /** Counts a failure; returns the milliseconds to wait before the next attempt. */
    public long failed() {
        return failed(backoff.nextMillis());
    }

    /** As {@link #failed()}, with this time to wait. */
    public long failed(long millis) {
        announce(millis);
        return millis;
    }

    public void succeeded() {
        announced = 0;
        backoff.reset();
    }

    private void announce(long millis) {
        announced++;
        listener.reconnecting(announced, Duration.ofMillis(millis));
    }
}
