// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The requests that wait to be written: bounded, and not for longer than their deadlines.
 *
 * <p>No wake-up is lost: a thread offers, then reads {@code scheduled}; the drain clears {@code scheduled}, then
 * polls. Both are volatile, so either the thread sees 0 and schedules a drain, or the drain that cleared it polls
 * after the offer.
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

    /** Any thread. False if there is no room; the request has failed then. */
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

    /** Requests that wait. Any thread. */
    int size() {
        return size.get();
    }

    /** Any thread, after {@link #offer}. Lets the consumer drain, unless that is on its way already. */
    void schedule(EventExecutor consumer, Runnable drain) {
        if (scheduled.get() == 0 && scheduled.compareAndSet(0, 1)) {
            try {
                consumer.execute(drain);
            } catch (RejectedExecutionException e) {
                // A loop that takes no more tasks still runs its last ones, and they poll. Netty's global executor,
                // which is
                // one thread, is the consumer after the loop's thread has ended.
                consumer.terminationFuture().addListener(terminated -> {
                    unschedule();
                    failAll();
                });
            }
        }
    }

    /** The consumer only, before it polls. */
    void unschedule() {
        scheduled.set(0);
    }

    /** The consumer only. Takes the oldest without counting it out; {@link #taken(int)} does, once for many. */
    @Nullable
    Request<?> poll() {
        return queue.poll();
    }

    /**
     * The consumer only. What {@link #poll()} would give; null also while the oldest is being added, which schedules.
     */
    @Nullable
    Request<?> peek() {
        return queue.peek();
    }

    void taken(int count) {
        if (count > 0) {
            size.addAndGet(-count);
        }
    }

    /**
     * The consumer only. Fails the requests at the front whose time is over.
     *
     * @param unanswered what requests in flight have failed with at the same time: it is why these wait, and one
     *     failure to the circuit breaker; null if none has
     */
    void expire(long nowNanos, @Nullable RequestTimeoutException unanswered) {
        RequestTimeoutException failure = null;
        for (Request<?> first = queue.peek(); isOver(first, nowNanos); first = queue.peek()) {
            Request<?> request = queue.poll();
            if (request == null) {
                return;
            }
            taken(1);
            if (failure == null) {
                failure = new RequestTimeoutException(
                        name + ": waited the whole request timeout for a place among " + limits.maxInFlight()
                                + " requests in flight (maxInFlight)",
                        false);
                if (unanswered != null) {
                    failure.initCause(unanswered);
                }
            }
            request.failed(failure);
        }
    }

    private static boolean isOver(@Nullable Request<?> request, long nowNanos) {
        return request != null && (request.isDone() || request.expired(nowNanos));
    }

    /** The consumer only. */
    void failAll() {
        for (Request<?> request = queue.poll(); request != null; request = queue.poll()) {
            taken(1);
            fail(request);
        }
    }

    /** Fails a request that comes too late. Any thread. */
    void fail(Request<?> request) {
        request.failed(
                new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, name + ": connection closed"));
    }
}
