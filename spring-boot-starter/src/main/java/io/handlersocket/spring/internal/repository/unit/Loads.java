// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.LoadTimes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The loads by Hibernate, for classes that also run where the application has no Hibernate. */
public interface Loads {

    /** The loads of an application without Hibernate. */
    Loads NONE = new Loads() {};

    /**
     * Opens the indexes of the entities in the background, so that the first load is fast.
     *
     * @return completes once every index that can be opened is open
     */
    default CompletionStage<Void> prepare() {
        return CompletableFuture.completedStage(null);
    }

    /** Returns how each entity is loaded by id now. */
    default List<LoadPlan> entities() {
        return List.of();
    }

    /** Returns why JDBC answers new transactions that may write, of the first persistence unit with a reason. */
    default @Nullable JdbcReason transactionRefusal() {
        return null;
    }

    /** Returns the loads since startup by entity or collection, route and reason. */
    default List<LoadCount> counts() {
        return List.of();
    }

    /** Returns the times of the statements that were measured over both routes. */
    default List<LoadTimes> times() {
        return List.of();
    }

    /** Returns whether a persistence unit maps this table. */
    default boolean map(TableName table) {
        return false;
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
