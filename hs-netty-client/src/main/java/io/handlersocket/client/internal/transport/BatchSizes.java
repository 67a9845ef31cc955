// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts the requests of each flush, in powers of two. Any thread. */
public final class BatchSizes {

    private final LongAdder[] counts;

    public BatchSizes(int largest) {
        counts = Stream.generate(LongAdder::new).limit(bucket(largest) + 1).toArray(LongAdder[]::new);
    }

    private static int bucket(int size) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(size - 1);
    }

    public void add(int size) {
        counts[bucket(size)].increment();
    }

    /** Returns the number of batches of 1 request, of 2, of 3 to 4, of 5 to 8, and so on. */
    public List<Long> sums() {
        return Arrays.stream(counts).map(LongAdder::sum).toList();
    }
}
