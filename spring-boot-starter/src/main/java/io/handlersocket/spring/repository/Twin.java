// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.spring.LookupRoute;
import org.aopalliance.intercept.MethodInvocation;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Runs the JPA query of a query method and detects its route: Hibernate may still read over HandlerSocket. */
final class Twin {

    private final PersistenceUnit unit;
    private final Class<?> entity;
    private final Observers observers;
    private final JdbcReasons reasons;
    private volatile String last = "Hibernate decides at the first call";

    Twin(PersistenceUnit unit, Class<?> entity, Observers observers) {
        this.unit = unit;
        this.entity = entity;
        this.observers = observers;
        this.reasons = unit.queryReasons(entity);
    }

    /**
     * Runs the method as if it were not annotated; in an outage only for a limited number of callers at once.
     *
     * @param outage whether the caller has detected an outage
     */
    @Nullable
    Object insteadOfHandlerSocket(MethodInvocation invocation, String reason, boolean outage) throws Throwable {
        try (FallbackLimit.Permit permit = unit.enterFallback(entity, outage)) {
            return proceed(invocation, reason);
        }
    }

    /**
     * Runs the method as if it were not annotated.
     *
     * @param reason why it was not answered before the transaction; empty if the JPA query is the fast route
     */
    @Nullable
    Object proceed(MethodInvocation invocation, String reason) throws Throwable {
        Session bound = unit.bound();
        if (bound != null) {
            return watched(RouteProbe.of(bound), invocation, reason);
        }
        if (isInTransaction()) {
            long start = observers.start();
            Object answer = invocation.proceed();
            observers.ordinary(LookupRoute.JDBC, reason.isEmpty() ? "inside a transaction" : reason, start);
            return answer;
        }
        // Spring would open a session for this query only and close it, so the route could not be detected.
        try (Session session = unit.open()) {
            unit.bind(session);
            try {
                return watched(RouteProbe.once(session), invocation, reason);
            } finally {
                unit.unbind();
            }
        }
    }

    /** Returns whether this thread is in a transaction or in a transaction synchronization. */
    static boolean isInTransaction() {
        return TransactionSynchronizationManager.isActualTransactionActive()
                || TransactionSynchronizationManager.isSynchronizationActive();
    }

    /** Returns why the last call outside a transaction went over JDBC; empty if it did not. */
    String last() {
        return last;
    }

    private @Nullable Object watched(RouteProbe probe, MethodInvocation invocation, String reason) throws Throwable {
        long start = observers.start();
        probe.reset();
        Object answer = invocation.proceed();
        LookupRoute route = probe.route(null);
        String why = route == LookupRoute.JDBC && reason.isEmpty() ? reasons.asked() : reason;
        if (!isInTransaction()) {
            last = why;
        }
        observers.ordinary(route, why, start);
        return answer;
    }
}
