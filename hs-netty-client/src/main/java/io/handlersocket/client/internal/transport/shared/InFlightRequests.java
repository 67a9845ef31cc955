// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.internal.transport.Request;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The requests in flight, oldest first. Event loop only. */
final class InFlightRequests {

    private @Nullable Request<?>[] ring = new Request<?>[64];
    private int[] batches = new int[64];
    private int head;
    private int size;
    private int repliesOfHead;
    private int bytes;

    int size() {
        return size;
    }

    /** Returns the length of all lines. The server may have read none of them yet. */
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
        bytes += request.length();
        size++;
    }

    /** Returns the i-th oldest request, from 0. */
    Request<?> get(int i) {
        Request<?> request = ring[(head + i) & (ring.length - 1)];
        if (request == null) {
            throw new AssertionError("nothing in flight at " + i);
        }
        return request;
    }

    /** Returns how many requests were written in the same flush as the oldest. */
    int batchSize() {
        return batches[head];
    }

    /** Records that the newest {@code count} requests were written in one flush. */
    void recordBatch(int count) {
        for (int i = size - count; i < size; i++) {
            batches[(head + i) & (ring.length - 1)] = count;
        }
    }

    /** Returns the oldest request, which the next reply answers, and removes it if that is its last reply. */
    Request<?> nextAnswered() {
        Request<?> request = get(0);
        return ++repliesOfHead == request.replies() ? remove() : request;
    }

    Request<?> remove() {
        Request<?> request = get(0);
        ring[head] = null;
        head = (head + 1) & (ring.length - 1);
        bytes -= request.length();
        size--;
        repliesOfHead = 0;
        return request;
    }

    /**
     * Fails every request whose deadline has passed. They keep their positions, so that their replies do not answer
     * later ones. Returns the one exception of all, so that the circuit breaker counts one failure; null if none
     * failed.
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

    /** Returns whether the oldest request is unanswered for so long after its deadline that no reply will come. */
    boolean isStalled(long nowNanos, long stallNanos) {
        return size > 0 && nowNanos - get(0).deadlineNanos() > stallNanos;
    }

    /** Fails all requests except openings; all keep their positions. Returns whether an opening is unanswered. */
    boolean failAllButOpenings(String message, Throwable cause) {
        for (int i = 0; i < size; i++) {
            if (!get(i).isOpening()) {
                get(i).failed(new ConnectionLostException(message, cause));
            }
        }
        return hasOpening();
    }

    boolean hasOpening() {
        for (int i = 0; i < size; i++) {
            if (get(i).isOpening()) {
                return true;
            }
        }
        return false;
    }

    void failAll(String message, @Nullable Throwable cause) {
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
