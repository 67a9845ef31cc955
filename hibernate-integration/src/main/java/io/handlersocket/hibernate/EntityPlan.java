// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

/**
 * How an entity is loaded by id at this moment, outside a transaction.
 *
 * @param entity the entity's name
 * @param route the route
 * @param reason why JDBC, in words a developer can act on; empty for HandlerSocket
 */
public record EntityPlan(String entity, Route route, String reason) {}
