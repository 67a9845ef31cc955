// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.unit;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.Route;
import org.jspecify.annotations.Nullable;

/**
 * The route of a persistence unit's loads now, outside a transaction. If it is HANDLERSOCKET, an entity may still have
 * a separate reason.
 *
 * @param unit name of the persistence unit, with the bean's name if several units have the same name
 */
public record UnitPlan(
        String unit,
        Route route,
        JdbcReason.@Nullable Kind kind,
        @Nullable String reason,
        @Nullable String advice) {

    public static UnitPlan of(String unit, @Nullable JdbcReason whyNot) {
        return whyNot == null
                ? new UnitPlan(unit, Route.HANDLERSOCKET, null, null, null)
                : new UnitPlan(unit, Route.JDBC, whyNot.kind(), whyNot.text(), whyNot.advice());
    }
}
