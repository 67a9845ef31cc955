// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.Route;
import org.jspecify.annotations.Nullable;

/** The route of a load by id of one entity now, outside a transaction. */
public record EntityReport(
        String entity,
        Route route,
        JdbcReason.@Nullable Kind kind,
        @Nullable String reason,
        @Nullable String advice) {

    static EntityReport of(LoadPlan plan, ClientRoute.@Nullable Away lasting) {
        ClientRoute.Reason why = ClientRoute.Reason.of(plan.why(), lasting);
        return new EntityReport(plan.role(), plan.route(), why.kind(), why.text(), why.advice());
    }
}
