// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.LoadTimes;
import io.handlersocket.hibernate.Route;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The loads by Hibernate, for classes that also run where the application has no Hibernate. */
public interface Loads {

    /** The loads of an application without Hibernate. */
    Loads NONE = new Loads() {};

    /** Returns how many of these loads took a route. */
    static long count(List<LoadCount> loads, Route route) {
        return loads.stream()
                .filter(load -> load.route() == route)
                .mapToLong(LoadCount::count)
                .sum();
    }

    default Stream<HandlerSocketLoads> all() {
        return Stream.empty();
    }

    /**
     * Opens the indexes of the entities in the background, so that the first load is fast.
     *
     * @return completes once every index that can be opened is open
     */
    default CompletionStage<Void> prepare() {
        return CompletableFuture.allOf(all().map(HandlerSocketLoads::prepare)
                .map(CompletionStage::toCompletableFuture)
                .toArray(CompletableFuture<?>[]::new));
    }

    default List<LoadPlan> entities() {
        return all().flatMap(loads -> loads.entities().stream()).toList();
    }

    /** Returns why JDBC answers new transactions that may write, of the first persistence unit with a reason. */
    default @Nullable JdbcReason transactionRefusal() {
        return all().map(HandlerSocketLoads::transactionRefusal)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** Returns the loads since startup by entity or collection, route and reason. */
    default List<LoadCount> counts() {
        return all().flatMap(loads -> loads.counts().stream()).toList();
    }

    default List<LoadTimes> times() {
        return all().flatMap(loads -> loads.times().stream()).toList();
    }

    default boolean map(TableName table) {
        return all().anyMatch(loads -> loads.maps(table));
    }

    /** Returns the limit of callers that use JDBC as a fallback; null without Hibernate. */
    default @Nullable FallbackLimit fallback() {
        return null;
    }

    /** Returns the route of each persistence unit that has this client, or no client. Does not throw. */
    default List<UnitPlan> units(HandlerSocketClient client) {
        return List.of();
    }
}
