// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** A query method that returns entities: its JPA query runs, and Hibernate reads over HandlerSocket where it can. */
record QueryByHibernate(JpaQuery query, @Nullable JdbcReason reason) implements FastMethod {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        return query.proceed(invocation, reason);
    }

    @Override
    public @Nullable JdbcReason whyNot() {
        JdbcReason last = query.last();
        return reason != null && MethodPlan.UNDECIDED.equals(last) ? reason : last;
    }
}
