// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.internal.repository.report.LookupCount;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Why so many loads or calls used JDBC, and what would help, or that nothing would. */
public record Why(JdbcReason.Kind kind, String reason, String advice, long count) {

    private static Stream<Why> of(@Nullable JdbcReason reason, long count) {
        return reason == null
                ? Stream.empty()
                : Stream.of(new Why(reason.kind(), reason.text(), reason.advice(), count));
    }

    /** Returns the reasons of calls over JDBC, the most frequent first; null without one. */
    static @Nullable List<Why> ofCalls(List<LookupCount> counts) {
        return sorted(counts.stream()
                .filter(count -> count.route() == LookupRoute.JDBC)
                .flatMap(count -> of(count.why(), count.count())));
    }

    /** Returns the reasons of loads over JDBC, the most frequent first; null without one. */
    static @Nullable List<Why> ofLoads(List<LoadCount> counts) {
        return sorted(counts.stream().flatMap(count -> of(count.why(), count.count())));
    }

    private static @Nullable List<Why> sorted(Stream<Why> reasons) {
        List<Why> all = reasons.sorted(
                        Comparator.comparingLong(Why::count).reversed().thenComparing(Why::reason))
                .toList();
        return all.isEmpty() ? null : all;
    }
}
