// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import java.time.Duration;

/** Attempts to connect again: how long to wait before each, and who hears of it. Control thread only. */
public final class Attempts {

    private final ClientListener listener;
    private final Backoff backoff;
    private int announced;

    public Attempts(ClientListener listener, Backoff backoff) {
        this.listener = listener;
        this.backoff = backoff;
    }

    /** One is made now; nobody hears of it again if the one before announced it. */
    public void now() {
        if (announced == 0) {
            announce(0);
        }
    }

    /** One failed; says how many milliseconds to wait before the next. */
    public long failed() {
        return failed(backoff.nextMillis());
    }

    /** One failed, and the next is made after this time. */
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
