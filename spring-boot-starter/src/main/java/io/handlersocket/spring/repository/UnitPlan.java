// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.hibernate.Route;

/**
 * How a persistence unit's loads are routed at this moment, outside a transaction.
 *
 * @param unit the persistence unit's name; with its bean's name where several units have the same
 * @param route HANDLERSOCKET if nothing of the unit speaks against it; an entity may still have a reason of its own
 * @param reason why JDBC; empty for HandlerSocket
 */
public record UnitPlan(String unit, Route route, String reason) {}
