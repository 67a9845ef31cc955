// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import io.handlersocket.spring.internal.repository.unit.RouteProbe;
import org.aopalliance.intercept.MethodInvocation;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Counts a call that JPA answers, and otherwise leaves it alone. It binds nothing to the thread, because the code that
 * begins the transaction or opens the session must do that, unless all of it is Spring's own.
 */
record OrdinaryCall(
        PersistenceUnit unit, Observers observers, @Nullable JdbcReason whyNot) implements FastMethod {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        return proceed(invocation, whyNot);
    }

    /**
     * Answers a call that begins a read-only transaction of Spring's own. Without a session, it binds one that only
     * reads, as the transaction would: otherwise the route could not be detected.
     */
    @Nullable
    Object proceedInSession(MethodInvocation invocation, JdbcReason reason) throws Throwable {
        if (unit.bound() != null || PersistenceUnit.isInTransaction()) {
            return proceed(invocation, reason);
        }
        try (Session session = unit.open()) {
            session.setDefaultReadOnly(true);
            unit.bind(session);
            try {
                return proceed(invocation, reason);
            } finally {
                unit.unbind();
            }
        }
    }

    /** Returns the same with another reason. */
    @Nullable
    Object proceed(MethodInvocation invocation, @Nullable JdbcReason reason) throws Throwable {
        long start = observers.start();
        Session bound = unit.bound();
        RouteProbe probe = bound == null ? null : RouteProbe.of(bound);
        if (probe != null) {
            probe.reset();
        }
        Object answer = invocation.proceed();
        observers.ordinary(probe == null ? LookupRoute.JDBC : probe.route(null), reason, start);
        return answer;
    }
}
