// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.RequestTimeoutException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The requests that were written and not answered, oldest first. Event loop only. */
final class InFlight {

    private @Nullable Request<?>[] ring = new Request<?>[64];
    private int[] batches = new int[64];
    private int head;
    private int size;
    private int repliesOfHead;
    private int bytes;

    int size() {
        return size;
    }

    /** The length of all their lines: what the server may not have read yet. */
    int bytes() {
        return bytes;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(Request<?> request) {
        if (size == ring.length) {
            grow();
        }
        int at = (head + size) & (ring.length - 1);
        ring[at] = request;
        bytes += request.line.length;
        size++;
    }

    /** The i-th oldest, from 0. */
    Request<?> get(int i) {
        Request<?> request = ring[(head + i) & (ring.length - 1)];
        if (request == null) {
            throw new AssertionError("nothing in flight at " + i);
        }
        return request;
    }

    /** The batch of the oldest. */
    int batch() {
        return batches[head];
    }

    /** Sets how many requests the newest {@code count} were written together with. */
    void mark(int count) {
        for (int i = size - count; i < size; i++) {
            batches[(head + i) & (ring.length - 1)] = count;
        }
    }

    /** The one that the next reply belongs to, which is the oldest; taken if that is its last. */
    Request<?> answered() {
        Request<?> request = get(0);
        return ++repliesOfHead == request.replies() ? remove() : request;
    }

    /** Takes the oldest. */
    Request<?> remove() {
        Request<?> request = get(0);
        ring[head] = null;
        head = (head + 1) & (ring.length - 1);
        bytes -= request.line.length;
        size--;
        repliesOfHead = 0;
        return request;
    }

    /**
     * Fails the requests whose time is over. They keep their places: the reply, when it comes, must not go to the next
     * request. Looks at all of them, because an older one may have more time than a younger one.
     *
     * @return what they failed with, all of them with the same: they are one failure to the circuit breaker; null if
     *     none did
     */
    @Nullable
    RequestTimeoutException expire(String name, long nowNanos) {
        RequestTimeoutException failure = null;
        for (int i = 0; i < size; i++) {
            Request<?> request = get(i);
            if (request.expired(nowNanos) && !request.isDone()) {
                if (failure == null) {
                    failure = new RequestTimeoutException(name + ": no answer within the request timeout", true);
                }
                request.failed(failure);
            }
        }
        return failure;
    }

    /** Whether the oldest is unanswered for so long beyond its deadline that no answer will come. */
    boolean isStalled(long nowNanos, long stallNanos) {
        return size > 0 && nowNanos - get(0).deadlineNanos > stallNanos;
    }

    void failAll(String message, Throwable cause) {
        while (size > 0) {
            remove().failed(new ConnectionLostException(message, cause));
        }
    }

    private void grow() {
        int length = ring.length;
        Request<?>[] larger = Arrays.copyOf(ring, length * 2);
        int[] largerBatches = Arrays.copyOf(batches, length * 2);
        System.arraycopy(ring, 0, larger, length, head);
        Arrays.fill(larger, 0, head, null);
        System.arraycopy(batches, 0, largerBatches, length, head);
        ring = larger;
        batches = largerBatches;
    }
}
