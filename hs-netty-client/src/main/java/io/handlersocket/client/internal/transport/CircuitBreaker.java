// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.CircuitState;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spares callers the wait for a server that does not answer: a few failures in a row open it, one lookup a second is let
 * through from then on, and the first answer closes it. A failure is a lookup that timed out, a group of lookups that did, or
 * a connection that was lost, however many lookups waited on it. All threads.
 *
 * <p>Answers and failures in a row are all that is looked at, where libraries keep windows and rates: a lookup that is answered
 * costs two reads of memory here.
 */
public final class CircuitBreaker {

    static final int FAILURES_IN_A_ROW = 3;
    static final long OPEN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final LongSupplier nanoTime;
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicLong nextProbeNanos = new AtomicLong();
    private final AtomicLong warnedNanos;
    private volatile CircuitState state = CircuitState.CLOSED;

    /** What made the last failure; one after the other, as one event fails its requests on one thread. */
    private volatile @Nullable Throwable lastEvent;

    public CircuitBreaker(String name, LongSupplier nanoTime) {
        this.name = name;
        this.nanoTime = nanoTime;
        this.warnedNanos = new AtomicLong(nanoTime.getAsLong() - QUIET_NANOS);
    }

    public CircuitState state() {
        return state;
    }

    /** Whether a lookup may be sent now. True once a second while open: that lookup is the probe. */
    public boolean permits() {
        return state == CircuitState.CLOSED || takesProbe();
    }

    /** Whether {@link #permits()} would be true. */
    public boolean isPassable() {
        return state == CircuitState.CLOSED || nanoTime.getAsLong() - nextProbeNanos.get() >= 0;
    }

    private boolean takesProbe() {
        long due = nextProbeNanos.get();
        long now = nanoTime.getAsLong();
        // A probe that is never answered needs no notice: the next is due a second later.
        if (now - due < 0 || !nextProbeNanos.compareAndSet(due, now + OPEN_NANOS)) {
            return false;
        }
        state = CircuitState.HALF_OPEN;
        return true;
    }

    /** The server answered, or proved in another way that it does. */
    public void succeeded() {
        if (failures.get() != 0 || state != CircuitState.CLOSED) {
            failures.set(0);
            lastEvent = null;
            state = CircuitState.CLOSED;
        }
    }

    /** A lookup timed out or was lost; those that failed with one connection or in one packet have the same cause. */
    public void failed(Throwable failure) {
        Throwable event = failure.getCause() == null ? failure : failure.getCause();
        if (event == lastEvent) {
            return;
        }
        lastEvent = event;
        if (state != CircuitState.CLOSED) {
            state = CircuitState.OPEN;
        } else if (failures.incrementAndGet() >= FAILURES_IN_A_ROW) {
            long now = nanoTime.getAsLong();
            nextProbeNanos.set(now + OPEN_NANOS);
            state = CircuitState.OPEN;
            warn(now);
        }
    }

    private void warn(long now) {
        long last = warnedNanos.get();
        if (now - last >= QUIET_NANOS && warnedNanos.compareAndSet(last, now)) {
            LOG.warn("{}: HandlerSocket does not answer: lookups are refused until it does", name);
        }
    }
}
