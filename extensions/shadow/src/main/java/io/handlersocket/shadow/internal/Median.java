// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import java.util.Arrays;

/** The median of the last values. Safe for use by several threads. */
final class Median {

    private static final int SIZE = 255;

    private final long[] values = new long[SIZE];
    private int next;
    private int count;

    synchronized void add(long value) {
        values[next] = value;
        next = (next + 1) % SIZE;
        count = Math.min(SIZE, count + 1);
    }

    /** Returns the median; 0 if there are no values. */
    synchronized long get() {
        if (count == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(values, count);
        Arrays.sort(sorted);
        return sorted[count / 2];
    }
}
