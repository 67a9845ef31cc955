// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.LoadTimes;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.internal.repository.unit.Loads;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Loads by Hibernate since startup, including those of the repositories. */
public record LoadReport(
        String load,
        long handlerSocket,
        long jdbc,
        @Nullable Double share,
        @Nullable List<Why> reasons,
        @Nullable List<Times> times) {

    private static final int MAX_TIMES = 5;

    /**
     * How long the loads of one statement take over each route.
     *
     * @param connected whether these are the loads of sessions that hold a connection; else those outside a transaction
     */
    public record Times(Route route, boolean connected, double handlerSocketMicros, double jdbcMicros, double gain) {

        static Times of(LoadTimes times) {
            double fast = times.handlerSocket().toNanos();
            double jdbc = Math.max(1, times.jdbc().toNanos());
            return new Times(
                    times.route(),
                    times.connected(),
                    Digits.two(fast / 1_000),
                    Digits.two(jdbc / 1_000),
                    Digits.two(times.route() == Route.HANDLERSOCKET ? jdbc / Math.max(1, fast) : fast / jdbc));
        }
    }

    static LoadReport of(String load, List<LoadCount> counts, @Nullable List<LoadTimes> times) {
        long fast = Loads.count(counts, Route.HANDLERSOCKET);
        long jdbc = Loads.count(counts, Route.JDBC);
        return new LoadReport(load, fast, jdbc, Digits.share(fast, jdbc), Why.ofLoads(counts), largest(times));
    }

    private static @Nullable List<Times> largest(@Nullable List<LoadTimes> times) {
        return times == null
                ? null
                : times.stream()
                        .map(Times::of)
                        .sorted(Comparator.comparingDouble(Times::gain).reversed())
                        .limit(MAX_TIMES)
                        .toList();
    }
}
