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
 * Rejects lookups at once while the server does not answer. A few failures in a row open it. Then one lookup a
 * second passes, and the first answer closes it. A lost connection is one failure, and so is one sweep that found late
 * requests, however many lookups fail. Any thread.
 *
 * <p>Unlike the circuit breakers of libraries, it has no time window and no failure rate: an answered lookup costs one
 * volatile read.
 */
public final class CircuitBreaker {

    public static final int FAILURES_IN_A_ROW = 3;
    static final long OPEN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    /**
     * The breaker's state, replaced as a whole: if closed, the failures since the last answer; else, when a lookup may
     * pass.
     */
    private record State(CircuitState circuit, List<Throwable> failures, long nextProbeNanos) {

        boolean isHealthy() {
            return circuit == CircuitState.CLOSED && failures.isEmpty();
        }

        /** Returns whether a failure changes nothing: it is counted already, or the breaker is open. */
        boolean ignores(Throwable failure) {
            return circuit == CircuitState.OPEN || failures.contains(failure);
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
     * Returns whether a lookup may be sent now. While open, that is true once a second: that lookup is the probe, so
     * the caller must send it.
     */
    public boolean permits() {
        return state() == CircuitState.CLOSED || takesProbe();
    }

    /** Returns whether {@link #permits()} would return true. */
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
            // If the probe is never answered, the next one is due a second later.
            if (CURRENT.compareAndSet(this, state, new State(CircuitState.HALF_OPEN, List.of(), now + OPEN_NANOS))) {
                return true;
            }
        }
    }

    public void succeeded() {
        State before = current;
        if (!before.isHealthy()) {
            LOG.debug("{}: the server answers again, the circuit was {}", name, before.circuit());
            current = HEALTHY;
        }
    }

    /**
     * Counts a failure: the server did not answer a lookup in time, or did not take it, or the connection was lost.
     * Lookups that fail with the same exception, or with exceptions of the same cause, count once.
     */
    public void failed(Throwable failure) {
        Throwable event = failure.getCause() == null ? failure : failure.getCause();
        while (true) {
            State before = current;
            if (before.ignores(event)) {
                return;
            }
            State after = after(before, event);
            if (CURRENT.compareAndSet(this, before, after)) {
                LOG.debug("{}: lookups fail ({}), the circuit is {}", name, failure.getMessage(), after.circuit());
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
        List<Throwable> failures = new ArrayList<>(before.failures());
        failures.add(event);
        return failures.size() < FAILURES_IN_A_ROW
                ? new State(CircuitState.CLOSED, failures, 0)
                : new State(CircuitState.OPEN, List.of(), nanoTime.getAsLong() + OPEN_NANOS);
    }

    private void warn() {
        long now = nanoTime.getAsLong();
        long last = warnedNanos.get();
        if (now - last >= QUIET_NANOS && warnedNanos.compareAndSet(last, now)) {
            LOG.warn(
                    "{}: HandlerSocket does not answer; lookups fail at once until it does, and Hibernate and"
                            + " repositories ask JDBC. Check the server's load and the network",
                    name);
        }
    }
}
