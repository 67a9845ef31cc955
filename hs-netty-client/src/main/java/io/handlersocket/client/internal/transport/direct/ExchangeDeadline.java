// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.internal.transport.Request;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The deadline of the request that a direct connection's caller has in flight. Any thread may {@link #expire} it. */
final class ExchangeDeadline {

    static final String LATE = "no answer within the request timeout";

    private final String name;
    private final LongSupplier nanoTime;

    /** 0 without a request. */
    private final AtomicLong deadline = new AtomicLong();

    private @Nullable RequestTimeoutException late;

    ExchangeDeadline(String name, LongSupplier nanoTime) {
        this.name = name;
        this.nanoTime = nanoTime;
    }

    /** Returns the time by which deadlines are measured. Any thread. */
    long nowNanos() {
        return nanoTime.getAsLong();
    }

    /** Starts an exchange; returns what {@link #end} needs. */
    long start(Request<?> request) {
        long at = request.deadlineNanos() == 0 ? 1 : request.deadlineNanos();
        deadline.set(at);
        return at;
    }

    /** Ends the exchange. Returns false if {@link #expire} came first, and so closes the connection. */
    boolean end(long started) {
        return deadline.compareAndSet(started, 0);
    }

    /** Returns true, once for an exchange, if its deadline has passed. The caller must close the connection then. */
    boolean expire(long nowNanos) {
        long at = deadline.get();
        return at != 0 && nowNanos - at >= 0 && deadline.compareAndSet(at, 0);
    }

    /**
     * Returns the exception of a sent request without an answer. It is the same one for all requests of the
     * connection, so that the circuit breaker counts one failure, however many callers fail.
     */
    synchronized RequestTimeoutException late() {
        if (late == null) {
            late = new RequestTimeoutException(name + ": " + LATE, true);
        }
        return late;
    }
}
