// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import org.jspecify.annotations.Nullable;

/**
 * The route of a load by id of one entity, now and outside a transaction.
 *
 * @param entity the entity's name
 * @param route the route
 * @param kind the kind of the reason; null for HandlerSocket
 * @param reason why the load uses JDBC, and what to change; empty for HandlerSocket
 */
public record EntityPlan(String entity, Route route, JdbcReason.@Nullable Kind kind, String reason) {}
