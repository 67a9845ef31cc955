// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Hands requests from many threads to one, in order of arrival and without a node of its own per request (the intrusive
 * queue of D. Vyukov: one exchange and one store per offer).
 */
final class RequestQueue {

    private static final class Stub extends Request<Void> {
        Stub() {
            super(new byte[0], null, 0, 0);
        }

        @Override
        protected void answered(io.handlersocket.client.internal.protocol.Reply reply, int batch) {
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

    /** The one consumer only. Null if empty. */
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
            // A producer has exchanged the tail and is about to link: it is between two instructions.
            return take(first, awaitNext(first));
        }
        // The last one can leave only with another behind it.
        offer(stub);
        return take(first, awaitNext(first));
    }

    /** Unlinks a request: a caller that keeps it must not keep all later ones. Its producer has linked it before. */
    private Request<?> take(Request<?> first, Request<?> following) {
        head = following;
        Request.NEXT.setOpaque(first, null);
        return first;
    }

    /** The one consumer only. The request {@link #poll()} would give, if there surely is one. */
    @Nullable
    Request<?> peek() {
        if (head == stub) {
            return next(head);
        }
        return head;
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
