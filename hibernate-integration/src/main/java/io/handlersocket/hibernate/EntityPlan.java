// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

/**
 * How an entity's find by id is routed at this moment, outside a transaction.
 *
 * @param entity the entity's name
 * @param route the way
 * @param reason why JDBC, in words a developer can act on; empty for HandlerSocket
 */
public record EntityPlan(String entity, Route route, String reason) {}
