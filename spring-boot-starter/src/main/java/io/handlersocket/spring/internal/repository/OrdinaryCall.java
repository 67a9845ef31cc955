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
 * begins the transaction or opens the session must do that.
 */
record OrdinaryCall(
        PersistenceUnit unit, Observers observers, @Nullable JdbcReason whyNot) implements FastMethod {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        return proceed(invocation, whyNot);
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
