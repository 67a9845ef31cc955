// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.util.Arrays;
import java.util.List;

/**
 * What one setup did in its part of a round.
 *
 * @param perSecond reads a second, all users together
 * @param p50 the median time of a read in microseconds
 * @param p99 the time in microseconds that one read in a hundred exceeds
 * @param reads how many reads ended
 * @param failed how many of them ended with an exception
 * @param fast repository calls that were answered over HandlerSocket
 * @param jdbc repository calls that were answered over JDBC
 */
record Slice(double perSecond, long p50, long p99, long reads, long failed, long fast, long jdbc) {

    /** One user's part; the times of thousands of reads are not worth a list. */
    @SuppressWarnings("ArrayRecordComponent")
    record Part(long[] nanos, long failed, long fast, long jdbc) {}

    static Slice of(List<Part> parts, long nanos) {
        long[] all = parts.stream()
                .map(Part::nanos)
                .flatMapToLong(Arrays::stream)
                .sorted()
                .toArray();
        return new Slice(
                all.length * 1e9 / Math.max(1, nanos),
                quantile(all, 0.5) / 1000,
                quantile(all, 0.99) / 1000,
                all.length,
                parts.stream().mapToLong(Part::failed).sum(),
                parts.stream().mapToLong(Part::fast).sum(),
                parts.stream().mapToLong(Part::jdbc).sum());
    }

    /** The smallest value that so many of all do not exceed; 0 of nothing. */
    private static long quantile(long[] sorted, double share) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.ceil(share * sorted.length) - 1];
    }
}
