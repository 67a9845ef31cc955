// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A periodic search for late requests. If the JVM or the event loop stood still, as in a garbage collection, it passes
 * over one turn: the answers that came meanwhile must be read first. Otherwise requests that the server has answered
 * would fail, and open the circuit breaker. Event loop only, scheduled with a fixed delay: a fixed rate would run all
 * missed turns at once.
 */
public final class Sweep implements Runnable {

    private final LongConsumer search;
    private final long periodNanos;
    private final LongSupplier nanoTime;
    private long lastNanos;
    private boolean passedOver;

    public Sweep(LongConsumer search, long periodNanos, LongSupplier nanoTime) {
        this.search = search;
        this.periodNanos = periodNanos;
        this.nanoTime = nanoTime;
        this.lastNanos = nanoTime.getAsLong();
    }

    @Override
    public void run() {
        long now = nanoTime.getAsLong();
        boolean stoodStill = now - lastNanos > 2 * periodNanos;
        lastNanos = now;
        passedOver = stoodStill && !passedOver; // a loop that is always late must find them too
        if (!passedOver) {
            search.accept(now);
        }
    }
}
