// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import org.jspecify.annotations.Nullable;

/**
 * The number of loads that took the same route for the same reason.
 *
 * @param role the entity or collection loaded, as Hibernate names it; {@code query on …} for a query
 * @param route the route
 * @param kind the kind of the reason, one of few; null for HandlerSocket
 * @param reason why JDBC, in words a developer can act on; empty for HandlerSocket
 * @param count how many since the session factory was built
 */
public record LoadCount(String role, Route route, JdbcReason.@Nullable Kind kind, String reason, long count) {}
