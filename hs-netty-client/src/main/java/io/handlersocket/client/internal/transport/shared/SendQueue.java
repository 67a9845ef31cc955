// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.Request;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a connection that wait to be written, in order of arrival, up to a limit. Any thread adds; one
 * consumer takes. The requests themselves are the nodes (the intrusive queue of D. Vyukov: one exchange and one store
 * for each).
 *
 * <p>The consumer polls in a task that writes the queue. No wake-up is lost: a thread offers, then reads {@code
 * scheduled}; the task clears {@code scheduled}, then polls. Both are volatile, so either the thread sees 0 and
 * schedules the task, or the task that cleared it polls after the offer.
 */
final class SendQueue {

    /** How many requests behind the front one {@link #expire} looks at: a full queue takes a few turns. */
    static final int MAX_EXAMINED = 4_096;

    private static final class Stub extends Request<Void> {
        Stub() {
            super(new byte[0], 0);
        }

        @Override
        protected void answered(Reply reply, int batch) {
            throw new AssertionError("the stub is never sent");
        }
    }

    private final String name;
    private final ConnectionLimits limits;
    private final Stub stub = new Stub();
    private final AtomicReference<Request<?>> tail = new AtomicReference<>(stub);
    private final AtomicInteger offered = new AtomicInteger();
    private final AtomicInteger scheduled = new AtomicInteger();

    /** How many requests were taken. The consumer publishes it once for many, so it hardly disturbs the others. */
    private volatile int taken;

    // Consumer only.
    private Request<?> head = stub;
    private int takenNow;
    private @Nullable Request<?> nextExamined;

    SendQueue(String name, ConnectionLimits limits) {
        this.name = name;
        this.limits = limits;
    }

    /** Adds a request, or fails it and returns false if the queue is full. Any thread. */
    boolean offer(Request<?> request) {
        if (offered.incrementAndGet() - taken > limits.maxWaiting()) {
            offered.decrementAndGet();
            request.failed(new UnavailableException(
                    Reason.WINDOW_FULL, name + ": more than " + limits.maxWaiting() + " requests wait (maxWaiting)"));
            return false;
        }
        append(request);
        return true;
    }

    private void append(Request<?> request) {
        Request.NEXT.setOpaque(request, null);
        Request<?> before = tail.getAndSet(request);
        Request.NEXT.setRelease(before, request);
    }

    /** Returns the number of requests in the queue. Any thread. */
    int size() {
        int before = taken; // first, so that the difference is not negative
        return offered.get() - before;
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
        Request<?> first = head;
        Request<?> second = next(first);
        if (first == stub) {
            if (second == null) {
                return null;
            }
            head = second;
            Request.NEXT.setOpaque(stub, null);
            first = second;
            second = next(first);
        }
        if (second != null) {
            return take(first, second);
        }
        if (first == tail.get()) {
            append(stub); // a request can be unlinked only if another follows it
        }
        // Otherwise a producer has exchanged the tail, and links its request in its next instruction.
        return take(first, awaitNext(first));
    }

    /** Unlinks a request, so that it does not keep all later ones reachable. */
    private Request<?> take(Request<?> first, Request<?> following) {
        head = following;
        Request.NEXT.setOpaque(first, null);
        return first;
    }

    /** Returns what {@link #poll} would take; null also while the oldest is being linked. Consumer only. */
    @Nullable
    Request<?> peek() {
        return head == stub ? next(stub) : head;
    }

    private static Request<?> awaitNext(Request<?> request) {
        Request<?> following = next(request);
        while (following == null) {
            Thread.onSpinWait();
            following = next(request);
        }
        return following;
    }

    private static @Nullable Request<?> next(Request<?> request) {
        return (Request<?>) Request.NEXT.getAcquire(request);
    }

    /** Subtracts polled requests from the size, once for many. Consumer only. */
    void taken(int count) {
        if (count > 0) {
            takenNow += count;
            taken = takenNow;
        }
    }

    /**
     * Fails requests whose deadline has passed: all at the front, and in this or a later call those that have a shorter
     * timeout than the ones before them, which keep their places until they are polled. Consumer only.
     *
     * @param unanswered what requests in flight failed with in the same sweep, or null. It becomes the cause, so that
     *     the circuit breaker counts both as one failure
     */
    void expire(long nowNanos, @Nullable RequestTimeoutException unanswered) {
        List<Request<?>> late = new ArrayList<>(0);
        int polled = 0;
        for (Request<?> first = peek();
                first != null && (first.isUnwanted() || first.expired(nowNanos));
                first = peek()) {
            polled++;
            poll();
            if (!first.isUnwanted()) {
                late.add(first);
            }
        }
        taken(polled);
        // The one to go on with has no successor if it was polled since then, or if it is the last one.
        Request<?> request = nextExamined == null || next(nextExamined) == null ? head : nextExamined;
        for (int i = 0; i < MAX_EXAMINED && request != null; i++) {
            if (request != stub && request.expired(nowNanos) && !request.isUnwanted()) {
                late.add(request);
            }
            request = next(request);
        }
        nextExamined = request;
        if (!late.isEmpty()) {
            RequestTimeoutException failure = new RequestTimeoutException(
                    name + ": not sent within the request timeout: the connection allows " + limits.maxInFlight()
                            + " requests in flight (maxInFlight)",
                    false);
            if (unanswered != null) {
                failure.initCause(unanswered);
            }
            late.forEach(each -> each.failed(failure));
        }
    }

    /** Fails all requests. Consumer only. */
    void failAll() {
        for (Request<?> request = poll(); request != null; request = poll()) {
            taken(1);
            fail(request);
        }
    }

    /** Fails a request because the connection is closed. Any thread. */
    void fail(Request<?> request) {
        request.failed(new UnavailableException(Reason.NOT_CONNECTED, name + ": connection closed"));
    }
}
