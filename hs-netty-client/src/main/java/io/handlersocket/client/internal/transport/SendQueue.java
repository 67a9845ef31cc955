// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The requests that wait to be written: bounded, and not for longer than their deadlines. */
final class SendQueue {

    private final String name;
    private final ConnectionLimits limits;
    private final RequestQueue queue = new RequestQueue();
    private final AtomicInteger size = new AtomicInteger();

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

    /** The consumer only. Takes the oldest without counting it out; {@link #taken(int)} does, once for many. */
    @Nullable
    Request<?> poll() {
        return queue.poll();
    }

    void taken(int count) {
        if (count > 0) {
            size.addAndGet(-count);
        }
    }

    /** The consumer only. Fails the requests at the front whose time is over. */
    void expire(long nowNanos) {
        for (Request<?> first = queue.peek(); isOver(first, nowNanos); first = queue.peek()) {
            Request<?> request = queue.poll();
            if (request == null) {
                return;
            }
            taken(1);
            request.failed(new RequestTimeoutException(
                    name + ": waited the whole request timeout for a place among " + limits.maxInFlight()
                            + " requests in flight (maxInFlight)",
                    false));
        }
    }

    private static boolean isOver(@Nullable Request<?> request, long nowNanos) {
        return request != null && (request.isDone() || request.expired(nowNanos));
    }

    /** The consumer only. */
    void failAll() {
        for (Request<?> request = queue.poll(); request != null; request = queue.poll()) {
            taken(1);
            request.failed(
                    new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, name + ": connection closed"));
        }
    }
}
