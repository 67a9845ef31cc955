// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.internal.repository.report.LookupCount;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A method of a {@code @FastLookup} repository: its route now outside a transaction, and its
 * calls since startup. Methods with the same name are one entry.
 */
public record MethodReport(
        String repository,
        String method,
        Route route,
        JdbcReason.@Nullable Kind kind,
        @Nullable String reason,
        @Nullable String advice,
        long handlerSocket,
        long jdbc,
        @Nullable Long cached,
        @Nullable Double share,
        @Nullable Double handlerSocketMicros,
        @Nullable Double jdbcMicros,
        @Nullable List<Why> reasons) {

    static MethodReport of(
            String repository,
            String method,
            @Nullable MethodPlan plan,
            List<LookupCount> counts,
            Medians medians,
            ClientRoute.@Nullable Away lasting) {
        long fast = count(counts, LookupRoute.HANDLERSOCKET);
        long jdbc = count(counts, LookupRoute.JDBC);
        long cached = count(counts, LookupRoute.MEMORY);
        JdbcReason whyNot = plan == null ? null : plan.whyNot();
        if (whyNot != null && whyNot.kind() == JdbcReason.Kind.STATEMENT && fast > jdbc) {
            whyNot = null; // Hibernate decides for each load of such a method, and its calls show what it decides
        }
        ClientRoute.Reason why = ClientRoute.Reason.of(whyNot, lasting);
        return new MethodReport(
                repository,
                method,
                whyNot == null ? Route.HANDLERSOCKET : Route.JDBC,
                why.kind(),
                why.text(),
                why.advice(),
                fast,
                jdbc,
                cached == 0 ? null : (Long) cached,
                Digits.share(fast, jdbc),
                medians.micros(repository, method, LookupRoute.HANDLERSOCKET),
                medians.micros(repository, method, LookupRoute.JDBC),
                Why.ofCalls(counts));
    }

    private static long count(List<LookupCount> counts, LookupRoute route) {
        return counts.stream()
                .filter(count -> count.route() == route)
                .mapToLong(LookupCount::count)
                .sum();
    }

    long calls() {
        return handlerSocket + jdbc + (cached == null ? 0 : cached);
    }
}
