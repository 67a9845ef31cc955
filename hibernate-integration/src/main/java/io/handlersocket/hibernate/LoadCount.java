// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import org.jspecify.annotations.Nullable;

/**
 * The number of loads with the same role, route and reason.
 *
 * @param role Hibernate's name of the entity or collection; {@code query on …} for a query
 * @param why why the loads used JDBC; null for HandlerSocket
 * @param count the number of loads since the session factory was built
 */
public record LoadCount(String role, @Nullable JdbcReason why, long count) {

    /** Returns the route. */
    public Route route() {
        return why == null ? Route.HANDLERSOCKET : Route.JDBC;
    }

    /** Returns the kind of the reason, from a small set of values; null for HandlerSocket. */
    public JdbcReason.@Nullable Kind kind() {
        return why == null ? null : why.kind();
    }

    /** Returns why the loads used JDBC, and what to change; empty for HandlerSocket. */
    public String reason() {
        return why == null ? "" : why.text();
    }
}
