// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.concurrent.atomic.AtomicLongArray;

/** How long reads took, in buckets whose width is at most a sixteenth of the time. Any thread. */
public final class Latencies {

    private static final int BITS = 4;

    private final AtomicLongArray counts = new AtomicLongArray(64 << BITS);

    public void add(long nanos) {
        counts.incrementAndGet(bucket(Math.max(0, nanos)));
    }

    /** How many reads there were. */
    public long count() {
        long total = 0;
        for (int i = 0; i < counts.length(); i++) {
            total += counts.get(i);
        }
        return total;
    }

    /** The time that this share of the reads took at most, in nanoseconds; 0 without any reads. */
    public long quantile(double share) {
        long total = count();
        long wanted = (long) Math.ceil(share * total);
        long seen = 0;
        for (int i = 0; i < counts.length() && total > 0; i++) {
            seen += counts.get(i);
            if (seen >= wanted) {
                return highest(i);
            }
        }
        return 0;
    }

    /** Below 16 ns one bucket each; above, the four bits after the leading one choose among 16 of each power of two. */
    private static int bucket(long nanos) {
        int power = 63 - Long.numberOfLeadingZeros(nanos | 1);
        return power < BITS
                ? (int) nanos
                : ((power - BITS + 1) << BITS) + (int) (nanos >>> (power - BITS)) - (1 << BITS);
    }

    private static long highest(int bucket) {
        int power = bucket >> BITS;
        return power == 0 ? bucket : ((((long) bucket & ((1 << BITS) - 1)) + (1 << BITS) + 1) << (power - 1)) - 1;
    }
}
