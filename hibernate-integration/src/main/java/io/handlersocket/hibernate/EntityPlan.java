// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import org.jspecify.annotations.Nullable;

/**
 * The route of a load by id of one entity, now and outside a transaction.
 *
 * @param entity the entity's name
 * @param why why the load uses JDBC; null for HandlerSocket
 */
public record EntityPlan(String entity, @Nullable JdbcReason why) {

    /** Returns the route. */
    public Route route() {
        return why == null ? Route.HANDLERSOCKET : Route.JDBC;
    }

    /** Returns the kind of the reason; null for HandlerSocket. */
    public JdbcReason.@Nullable Kind kind() {
        return why == null ? null : why.kind();
    }

    /** Returns why the load uses JDBC, and what to change; empty for HandlerSocket. */
    public String reason() {
        return why == null ? "" : why.text();
    }
}
