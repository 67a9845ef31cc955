// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository.report;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.RecordedLoads;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.LookupRoute;
import org.jspecify.annotations.Nullable;

/**
 * What the loads of one call did.
 *
 * @param route MEMORY if nothing was read
 * @param reason why JDBC; null for any other route
 */
public record CallOutcome(LookupRoute route, @Nullable JdbcReason reason) {

    public static final CallOutcome FAST = new CallOutcome(LookupRoute.HANDLERSOCKET, null);
    private static final CallOutcome MEMORY = new CallOutcome(LookupRoute.MEMORY, null);
    private static final JdbcReason MORE = new JdbcReason(Kind.STATEMENT, "Hibernate asked SQL for more than the row");

    /** Returns the outcome of the loads that were recorded so far. */
    public static CallOutcome of(RecordedLoads recorded) {
        Route route = recorded.route();
        if (route != Route.JDBC) {
            return route == null ? MEMORY : FAST;
        }
        JdbcReason reason = recorded.reason();
        return overJdbc(reason == null ? MORE : reason);
    }

    public static CallOutcome overJdbc(@Nullable JdbcReason reason) {
        return new CallOutcome(LookupRoute.JDBC, reason);
    }

    /** Returns this outcome, with this reason if there is one. */
    public CallOutcome because(@Nullable JdbcReason given) {
        return given == null ? this : new CallOutcome(route, given);
    }
}
