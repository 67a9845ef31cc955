// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The sum over all JVMs.
 *
 * @param slowestMillis of the JVM with the slowest read, as {@link Status#slowestMillis()}
 * @param pendingMillis of the JVM with the slowest read that is under way
 * @param errors of reads and writes, by kind
 */
record Totals(
        long reads,
        long fastReads,
        long writes,
        long wrong,
        long stale,
        long readErrors,
        long writeErrors,
        long slowestMillis,
        long pendingMillis,
        Map<String, Long> errors,
        List<String> examples,
        List<String> foreignErrors) {

    static Totals of(List<Status> statuses) {
        Map<String, Long> errors = new TreeMap<>();
        for (Status status : statuses) {
            status.readErrors().forEach((kind, count) -> errors.merge("read: " + kind, count, Long::sum));
            status.writeErrors().forEach((kind, count) -> errors.merge("write: " + kind, count, Long::sum));
        }
        return new Totals(
                sum(statuses, Status::reads),
                sum(statuses, Status::fastReads),
                sum(statuses, Status::writes),
                sum(statuses, Status::wrong),
                sum(statuses, Status::stale),
                sum(statuses, status -> Status.sum(status.readErrors())),
                sum(statuses, status -> Status.sum(status.writeErrors())),
                statuses.stream().mapToLong(Status::slowestMillis).max().orElse(0),
                statuses.stream().mapToLong(Status::pendingMillis).max().orElse(0),
                errors,
                all(statuses, Status::examples),
                all(statuses, Status::foreignErrors));
    }

    private static long sum(List<Status> statuses, ToLongFunction<Status> count) {
        return statuses.stream().mapToLong(count).sum();
    }

    private static List<String> all(List<Status> statuses, Function<Status, List<String>> texts) {
        return statuses.stream().map(texts).flatMap(List::stream).toList();
    }
}
