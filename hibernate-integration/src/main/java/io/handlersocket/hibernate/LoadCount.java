// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import org.jspecify.annotations.Nullable;

/**
 * The number of loads with the same role, route, kind and reason.
 *
 * @param role Hibernate's name of the entity or collection; {@code query on …} for a query
 * @param route the route
 * @param kind the kind of the reason, from a small set of values; null for HandlerSocket
 * @param reason why the loads used JDBC, and what to change; empty for HandlerSocket
 * @param count the number of loads since the session factory was built
 */
public record LoadCount(String role, Route route, JdbcReason.@Nullable Kind kind, String reason, long count) {}
