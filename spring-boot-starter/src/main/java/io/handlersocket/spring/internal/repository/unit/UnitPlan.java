// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.hibernate.Route;

/**
 * The route of a persistence unit's loads now, outside a transaction.
 *
 * @param unit name of the persistence unit, with the bean's name if several units have the same name
 * @param route HANDLERSOCKET if the unit can load over it; an entity may still have a separate reason
 * @param reason why JDBC; empty for HandlerSocket
 */
public record UnitPlan(String unit, Route route, String reason) {}
