// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The share of reads that HandlerSocket answers while nothing is wrong, by JVM and kind. For one thread. */
final class CalmReads {

    /** The least share. */
    private static final int PERCENT = 95;

    /** Fewer reads of a kind say nothing. */
    private static final long ENOUGH = 40;

    private final Map<String, Line> lines = new TreeMap<>();
    private final Map<String, Long> reasons = new TreeMap<>();

    /** Whether each JVM has read enough of each kind between these. */
    static boolean enough(List<Status> begin, List<Status> end) {
        for (int child = 0; child < end.size(); child++) {
            for (Kind kind : Kind.values()) {
                if (reads(begin.get(child), end.get(child), kind) < ENOUGH) {
                    return false;
                }
            }
        }
        return true;
    }

    /**
     * Adds a calm interval.
     *
     * @param after what happened before it
     * @param begin of each JVM
     * @param end of each JVM, in the same order
     * @return what contradicts the promise; empty: nothing
     */
    List<String> add(String after, List<Status> begin, List<Status> end) {
        List<String> problems = new ArrayList<>();
        for (int child = 0; child < end.size(); child++) {
            Map<String, Long> why = reasons(begin.get(child), end.get(child));
            why.forEach((reason, count) -> reasons.merge(reason, count, Long::sum));
            for (Kind kind : Kind.values()) {
                long reads = reads(begin.get(child), end.get(child), kind);
                long fast = fast(begin.get(child), end.get(child), kind);
                Line line = new Line("JVM " + child, kind, 1, reads, fast, percent(fast, reads));
                lines.merge(line.process() + " " + kind, line, Line::plus);
                if (reads < ENOUGH) {
                    problems.add(
                            "calm after " + after + ": " + line.process() + " had only " + reads + " reads " + kind);
                } else if (fast * 100 < reads * PERCENT) {
                    problems.add("calm after " + after + ": HandlerSocket answered only " + fast + " of " + reads
                            + " reads " + kind + " of " + line.process() + "; all JDBC reads there: " + why);
                }
            }
        }
        return problems;
    }

    private static long fast(Status begin, Status end, Kind kind) {
        return end.fast().getOrDefault(kind, 0L) - begin.fast().getOrDefault(kind, 0L);
    }

    private static long reads(Status begin, Status end, Kind kind) {
        return fast(begin, end, kind)
                + end.slow().getOrDefault(kind, 0L)
                - begin.slow().getOrDefault(kind, 0L);
    }

    /** Those that were counted in between, with their number. */
    private static Map<String, Long> reasons(Status begin, Status end) {
        Map<String, Long> reasons = new TreeMap<>();
        end.reasons().forEach((reason, count) -> {
            long more = count - begin.reasons().getOrDefault(reason, 0L);
            if (more > 0) {
                reasons.put(reason, more);
            }
        });
        return reasons;
    }

    private static double percent(long fast, long reads) {
        return reads == 0 ? 0 : Math.floor(fast * 1000.0 / reads) / 10;
    }

    List<Line> lines() {
        return List.copyOf(lines.values());
    }

    /** Why the other reads used JDBC, with their number. */
    Map<String, Long> reasons() {
        return new TreeMap<>(reasons);
    }

    /**
     * All calm intervals of one JVM and kind.
     *
     * @param lowestPercent share of the reads that HandlerSocket answered in the worst interval
     */
    record Line(String process, Kind kind, int intervals, long reads, long fast, double lowestPercent) {

        private Line plus(Line other) {
            return new Line(
                    process,
                    kind,
                    intervals + other.intervals,
                    reads + other.reads,
                    fast + other.fast,
                    Math.min(lowestPercent, other.lowestPercent));
        }
    }
}
