// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.EntityPlan;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.Route;
import org.jspecify.annotations.Nullable;

/**
 * The route of a load by id of one entity now, outside a transaction.
 *
 * @param entity the entity's name
 * @param route the route
 * @param kind kind of the reason; null for HandlerSocket
 * @param reason why JDBC; null for HandlerSocket
 * @param advice what would help, or that nothing would; null for HandlerSocket
 */
public record EntityReport(
        String entity,
        Route route,
        JdbcReason.@Nullable Kind kind,
        @Nullable String reason,
        @Nullable String advice) {

    static EntityReport of(EntityPlan plan) {
        JdbcReason whyNot = plan.why();
        return whyNot == null
                ? new EntityReport(plan.entity(), plan.route(), null, null, null)
                : new EntityReport(plan.entity(), plan.route(), whyNot.kind(), whyNot.text(), whyNot.advice());
    }

    /** Returns this with the client's reason, where that comes first. */
    EntityReport behind(ClientRoute.@Nullable Away lasting) {
        return lasting == null || !lasting.precedes(kind)
                ? this
                : new EntityReport(entity, route, lasting.kind(), lasting.reason(), lasting.advice());
    }
}
