// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import java.util.Comparator;
import java.util.List;

/**
 * The number of loads by Hibernate that took each route.
 *
 * @param handlerSocket number of loads over HandlerSocket
 * @param jdbc number of loads over JDBC
 * @param reasons the most frequent reasons of loads over JDBC, at most three
 */
public record LoadTotals(long handlerSocket, long jdbc, List<LoadCount> reasons) {

    private static final int REASONS = 3;

    /** Returns the totals of these counts. */
    public static LoadTotals of(List<LoadCount> counts) {
        return new LoadTotals(
                sum(counts, Route.HANDLERSOCKET),
                sum(counts, Route.JDBC),
                counts.stream()
                        .filter(count -> count.route() == Route.JDBC)
                        .sorted(Comparator.comparingLong(LoadCount::count)
                                .reversed()
                                .thenComparing(LoadCount::role)
                                .thenComparing(LoadCount::reason))
                        .limit(REASONS)
                        .toList());
    }

    private static long sum(List<LoadCount> counts, Route route) {
        return counts.stream()
                .filter(count -> count.route() == route)
                .mapToLong(LoadCount::count)
                .sum();
    }

    /** Returns the number of all loads. */
    public long all() {
        return handlerSocket + jdbc;
    }
}
