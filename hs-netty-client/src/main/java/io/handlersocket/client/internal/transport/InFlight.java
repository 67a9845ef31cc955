// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The requests that were written and not answered, oldest first. Event loop only. */
final class InFlight {

    private @Nullable Request<?>[] ring = new Request<?>[64];
    private int[] batches = new int[64];
    private int head;
    private int size;

    int size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    void add(Request<?> request, int batch) {
        if (size == ring.length) {
            grow();
        }
        int at = (head + size) & (ring.length - 1);
        ring[at] = request;
        batches[at] = batch;
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

    /** Takes the oldest. */
    Request<?> remove() {
        Request<?> request = get(0);
        ring[head] = null;
        head = (head + 1) & (ring.length - 1);
        size--;
        return request;
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
