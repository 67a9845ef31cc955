// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts times in steps of a sixteenth of each power of two, so that a percentile is off by 6 % at most. Safe for all
 * threads.
 */
final class Latencies {

    private static final int STEPS = 16;
    private static final int STEP_BITS = 4;

    private final AtomicLongArray counts = new AtomicLongArray(STEPS * 48);

    void record(long micros) {
        counts.incrementAndGet(bucket(Math.max(0, micros)));
    }

    long count() {
        long all = 0;
        for (int i = 0; i < counts.length(); i++) {
            all += counts.get(i);
        }
        return all;
    }

    /**
     * The time that this share of all did not exceed, in microseconds; 0 if there were none.
     *
     * @param percent 0 to 100
     */
    long percentile(double percent) {
        long rank = (long) Math.ceil(percent / 100 * count());
        long seen = 0;
        for (int i = 0; i < counts.length() && rank > 0; i++) {
            seen += counts.get(i);
            if (seen >= rank) {
                return upperBound(i);
            }
        }
        return 0;
    }

    static int bucket(long micros) {
        if (micros < STEPS) {
            return (int) micros;
        }
        int shift = 63 - Long.numberOfLeadingZeros(micros) - STEP_BITS;
        return Math.min(STEPS * 48 - 1, (shift + 1) * STEPS + (int) ((micros >>> shift) - STEPS));
    }

    static long upperBound(int bucket) {
        if (bucket < STEPS) {
            return bucket;
        }
        int shift = bucket / STEPS - 1;
        return ((long) (bucket % STEPS + STEPS + 1) << shift) - 1;
    }
}
