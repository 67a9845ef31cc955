// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.CircuitState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Spares callers the wait for a server that does not answer: a few failures in a row open it, one lookup a second is
 * let through from then on, and the first answer closes it. A failure is one event, however many lookups it fails: a
 * connection that was lost, or one look at a connection that found lookups without an answer in time. All threads.
 *
 * <p>The breaker looks at answers and failures in a row only, where libraries keep windows and rates: a lookup that is
 * answered costs one read of memory here.
 */
public final class CircuitBreaker {

    static final int FAILURES_IN_A_ROW = 3;
    static final long OPEN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * Everything the breaker knows, replaced as a whole.
     *
     * @param circuit what callers see
     * @param events the failures since the last answer, while closed
     * @param nextProbeNanos when the next lookup may pass, unless closed
     */
    private record State(CircuitState circuit, List<Throwable> events, long nextProbeNanos) {

        boolean isHealthy() {
            return circuit == CircuitState.CLOSED && events.isEmpty();
        }

        /** Whether a failure changes nothing: it is counted already, or there is nothing left to count. */
        boolean knows(Throwable event) {
            return circuit == CircuitState.OPEN || events.contains(event);
        }

        boolean isDue(long nowNanos) {
            return nowNanos - nextProbeNanos >= 0;
        }
    }

    private static final State HEALTHY = new State(CircuitState.CLOSED, List.of(), 0);

    private static final AtomicReferenceFieldUpdater<CircuitBreaker, State> CURRENT =
            AtomicReferenceFieldUpdater.newUpdater(CircuitBreaker.class, State.class, "current");

    private final String name;
    private final LongSupplier nanoTime;
    private final AtomicLong warnedNanos;
    private volatile State current = HEALTHY;

    public CircuitBreaker(String name, LongSupplier nanoTime) {
        this.name = name;
        this.nanoTime = nanoTime;
        this.warnedNanos = new AtomicLong(nanoTime.getAsLong() - QUIET_NANOS);
    }

    public CircuitState state() {
        return current.circuit();
    }

    /**
     * Whether a lookup may be sent now. True once a second while open: that lookup is the probe, so it must be sent.
     */
    public boolean permits() {
        return state() == CircuitState.CLOSED || takesProbe();
    }

    /** Whether {@link #permits()} would be true. */
    public boolean isPassable() {
        State state = current;
        return state.circuit() == CircuitState.CLOSED || state.isDue(nanoTime.getAsLong());
    }

    private boolean takesProbe() {
        while (true) {
            State state = current;
            if (state.circuit() == CircuitState.CLOSED) {
                return true;
            }
            long now = nanoTime.getAsLong();
            if (!state.isDue(now)) {
                return false;
            }
            // A probe that is never answered needs no notice: the next is due a second later.
            if (CURRENT.compareAndSet(this, state, new State(CircuitState.HALF_OPEN, List.of(), now + OPEN_NANOS))) {
                return true;
            }
        }
    }

    /** The server answered, or proved in another way that it does. */
    public void succeeded() {
        if (!current.isHealthy()) {
            current = HEALTHY;
        }
    }

    /**
     * A lookup timed out or was lost. Lookups that fail with the same exception, or with exceptions of the same cause,
     * are one event.
     */
    public void failed(Throwable failure) {
        Throwable event = failure.getCause() == null ? failure : failure.getCause();
        while (true) {
            State before = current;
            if (before.knows(event)) {
                return;
            }
            State after = after(before, event);
            if (CURRENT.compareAndSet(this, before, after)) {
                if (before.circuit() == CircuitState.CLOSED && after.circuit() == CircuitState.OPEN) {
                    warn();
                }
                return;
            }
        }
    }

    private State after(State before, Throwable event) {
        if (before.circuit() == CircuitState.HALF_OPEN) {
            return new State(CircuitState.OPEN, List.of(), before.nextProbeNanos());
        }
        List<Throwable> events = new ArrayList<>(before.events());
        events.add(event);
        return events.size() < FAILURES_IN_A_ROW
                ? new State(CircuitState.CLOSED, events, 0)
                : new State(CircuitState.OPEN, List.of(), nanoTime.getAsLong() + OPEN_NANOS);
    }

    private void warn() {
        long now = nanoTime.getAsLong();
        long last = warnedNanos.get();
        if (now - last >= QUIET_NANOS && warnedNanos.compareAndSet(last, now)) {
            LOG.warn("{}: HandlerSocket does not answer: lookups are refused until it does", name);
        }
    }
}
