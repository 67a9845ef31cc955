// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.util.List;
import java.util.Map;

/**
 * What one JVM has done and seen since its start; as JSON on its way to the parent.
 *
 * @param fast reads over HandlerSocket, by kind
 * @param slow other reads, by kind
 * @param reasons why reads used JDBC, with their number; failed reads included
 * @param writes confirmed by the database
 * @param wrong answers that no order of events explains
 * @param stale answers older than what was committed before the read began
 * @param examples of wrong and stale answers
 * @param readErrors what readers were thrown, by kind
 * @param writeErrors what writers were thrown, by kind
 * @param foreignErrors thrown to readers without an exception of JDBC as the cause
 * @param slowestMillis longest read since {@link Findings#calm()}, one that is under way included
 * @param pendingMillis longest read that is under way
 * @param threads live threads
 * @param heapBytes used heap
 * @param directBytes direct buffers of the JDK and of Netty
 */
record Status(
        Map<Kind, Long> fast,
        Map<Kind, Long> slow,
        Map<String, Long> reasons,
        long writes,
        long wrong,
        long stale,
        List<String> examples,
        Map<String, Long> readErrors,
        Map<String, Long> writeErrors,
        List<String> foreignErrors,
        long slowestMillis,
        long pendingMillis,
        int threads,
        long heapBytes,
        long directBytes) {

    long reads() {
        return sum(fast) + sum(slow);
    }

    long fastReads() {
        return sum(fast);
    }

    long errors() {
        return sum(readErrors) + sum(writeErrors);
    }

    static long sum(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }
}
