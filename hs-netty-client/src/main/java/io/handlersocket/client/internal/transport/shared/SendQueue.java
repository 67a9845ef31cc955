// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.Request;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a connection that wait to be written, up to a limit. Any thread adds; one consumer takes.
 *
 * <p>The consumer polls in a task that writes the queue. No wake-up is lost: a thread offers, then reads {@code
 * scheduled}; the task clears {@code scheduled}, then polls. Both are volatile, so either the thread sees 0 and
 * schedules the task, or the task that cleared it polls after the offer.
 */
final class SendQueue {

    private final String name;
    private final ConnectionLimits limits;
    private final RequestQueue queue = new RequestQueue();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicInteger scheduled = new AtomicInteger();

    SendQueue(String name, ConnectionLimits limits) {
        this.name = name;
        this.limits = limits;
    }

    /** Adds a request, or fails it and returns false if the queue is full. Any thread. */
    boolean offer(Request<?> request) {
        if (size.incrementAndGet() > limits.maxWaiting()) {
            size.decrementAndGet();
            request.failed(new UnavailableException(
                    UnavailableException.Reason.WINDOW_FULL,
                    name + ": more than " + limits.maxWaiting() + " requests wait (maxWaiting)"));
            return false;
        }
        queue.offer(request);
        return true;
    }

    /** Returns the number of requests in the queue. Any thread. */
    int size() {
        return size.get();
    }

    /** Schedules the task that writes the queue, unless it is scheduled already. Any thread, after {@link #offer}. */
    void schedule(EventExecutor consumer, Runnable write) {
        if (scheduled.get() == 0 && scheduled.compareAndSet(0, 1)) {
            try {
                consumer.execute(write);
            } catch (RejectedExecutionException e) {
                // The loop takes no more tasks, but its last ones still poll. After its thread has ended, the one
                // thread of Netty's global executor is the consumer.
                consumer.terminationFuture().addListener(terminated -> {
                    unschedule();
                    failAll();
                });
            }
        }
    }

    /** Allows the task to be scheduled again. Consumer only, before it polls. */
    void unschedule() {
        scheduled.set(0);
    }

    /** Takes the oldest request, which still counts until {@link #taken}; null if empty. Consumer only. */
    @Nullable
    Request<?> poll() {
        return queue.poll();
    }

    /** Returns what {@link #poll} would take; null also while the oldest is being linked. Consumer only. */
    @Nullable
    Request<?> peek() {
        return queue.peek();
    }

    /** Subtracts polled requests from the size, once for many. */
    void taken(int count) {
        if (count > 0) {
            size.addAndGet(-count);
        }
    }

    /**
     * Fails every request whose deadline has passed. One that is not at the front keeps its place until it is polled.
     * Consumer only.
     *
     * @param unanswered what requests in flight failed with in the same sweep, or null. It becomes the cause, so that
     *     the circuit breaker counts both as one failure
     */
    void expire(long nowNanos, @Nullable RequestTimeoutException unanswered) {
        List<Request<?>> late = new ArrayList<>(0);
        queue.forEach(request -> {
            if (request.expired(nowNanos) && !request.isUnwanted()) {
                late.add(request);
            }
        });
        if (!late.isEmpty()) {
            RequestTimeoutException failure = new RequestTimeoutException(
                    name + ": not sent within the request timeout: the connection allows " + limits.maxInFlight()
                            + " requests in flight (maxInFlight)",
                    false);
            if (unanswered != null) {
                failure.initCause(unanswered);
            }
            late.forEach(request -> request.failed(failure));
        }
        for (Request<?> first = queue.peek(); first != null && first.isUnwanted(); first = queue.peek()) {
            queue.poll();
            taken(1);
        }
    }

    /** Fails all requests. Consumer only. */
    void failAll() {
        for (Request<?> request = queue.poll(); request != null; request = queue.poll()) {
            taken(1);
            fail(request);
        }
    }

    /** Fails a request because the connection is closed. Any thread. */
    void fail(Request<?> request) {
        request.failed(
                new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, name + ": connection closed"));
    }
}
