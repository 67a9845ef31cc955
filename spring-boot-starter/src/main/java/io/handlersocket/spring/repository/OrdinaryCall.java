// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.spring.LookupRoute;
import org.aopalliance.intercept.MethodInvocation;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * A call that goes its JPA way, counted and otherwise untouched: nothing is bound to the thread, because whatever begins its
 * transaction or opens its session has to do that itself.
 */
record OrdinaryCall(PersistenceUnit unit, Observers observers, String whyNot) implements FastMethod {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        return proceed(invocation, whyNot);
    }

    /** Goes that way for another reason. */
    @Nullable
    Object proceed(MethodInvocation invocation, String reason) throws Throwable {
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
