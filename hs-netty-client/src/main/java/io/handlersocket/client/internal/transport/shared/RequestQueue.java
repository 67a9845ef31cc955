// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.Request;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes requests from many threads to one consumer, in order of arrival. The requests themselves are the nodes (the
 * intrusive queue of D. Vyukov: one exchange and one store per offer).
 */
final class RequestQueue {

    private static final class Stub extends Request<Void> {
        Stub() {
            super(new byte[0], 0);
        }

        @Override
        protected void answered(Reply reply, int batch) {
            throw new AssertionError("the stub is never sent");
        }
    }

    private final Stub stub = new Stub();
    private final AtomicReference<Request<?>> tail = new AtomicReference<>(stub);
    private Request<?> head = stub;

    /** Any thread. */
    void offer(Request<?> request) {
        Request.NEXT.setOpaque(request, null);
        Request<?> before = tail.getAndSet(request);
        Request.NEXT.setRelease(before, request);
    }

    /** Takes the oldest request; null if the queue is empty. Consumer only. */
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
        if (first != tail.get()) {
            // A producer has exchanged the tail and links its request in its next instruction.
            return take(first, awaitNext(first));
        }
        // A request can be unlinked only if another follows it.
        offer(stub);
        return take(first, awaitNext(first));
    }

    /** Unlinks a request, so that it does not keep all later ones reachable. */
    private Request<?> take(Request<?> first, Request<?> following) {
        head = following;
        Request.NEXT.setOpaque(first, null);
        return first;
    }

    /** Returns the oldest linked request without taking it; null if no request is linked. Consumer only. */
    @Nullable
    Request<?> peek() {
        if (head == stub) {
            return next(head);
        }
        return head;
    }

    /** Visits all requests, oldest first. Consumer only. */
    void forEach(Consumer<Request<?>> visitor) {
        for (Request<?> request = head; request != null; request = next(request)) {
            if (request != stub) {
                visitor.accept(request);
            }
        }
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
}
