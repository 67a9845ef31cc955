// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.spring.internal.repository.unit.LoadTotals;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads by Hibernate since startup, including those of the repositories.
 *
 * @param load Hibernate's name of the entity or collection; {@code query on …} for a query
 * @param handlerSocket number of loads over HandlerSocket
 * @param jdbc number of loads over JDBC
 * @param share share over HandlerSocket, 0 to 1
 * @param reasons the reasons of the loads over JDBC, the most frequent first; null without one
 */
public record LoadReport(
        String load,
        long handlerSocket,
        long jdbc,
        @Nullable Double share,
        @Nullable List<Why> reasons) {

    /** @param counts all counts of this load */
    static LoadReport of(String load, List<LoadCount> counts) {
        LoadTotals all = LoadTotals.of(counts);
        Double share = Digits.share(all.handlerSocket(), all.jdbc());
        return new LoadReport(load, all.handlerSocket(), all.jdbc(), share, Why.ofLoads(counts));
    }
}
