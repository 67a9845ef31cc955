// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts the requests of each flush, in powers of two. Any thread. */
public final class BatchSizes {

    private final LongAdder[] counts;

    /** @param largest the most requests of one flush */
    public BatchSizes(int largest) {
        counts = new LongAdder[bucket(largest) + 1];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new LongAdder();
        }
    }

    private static int bucket(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    public void add(int size) {
        counts[bucket(size)].increment();
    }

    /** Returns the number of batches of 1 request, of 2, of 3 to 4, of 5 to 8, and so on. */
    public List<Long> sums() {
        List<Long> sums = new ArrayList<>(counts.length);
        for (LongAdder count : counts) {
            sums.add(count.sum());
        }
        return sums;
    }
}
