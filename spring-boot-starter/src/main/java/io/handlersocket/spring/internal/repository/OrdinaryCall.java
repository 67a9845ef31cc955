// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.RecordedLoads;
import io.handlersocket.spring.internal.repository.report.CallOutcome;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Counts a call that JPA answers, and otherwise leaves it alone. If code of the application opens the session, the call
 * counts as one over JDBC, whatever Hibernate reads in it.
 */
record OrdinaryCall(
        PersistenceUnit unit, Observers observers, @Nullable JdbcReason whyNot) implements FastMethod {

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        return proceed(invocation, whyNot);
    }

    @Nullable
    Object proceed(MethodInvocation invocation, @Nullable JdbcReason reason) throws Throwable {
        long start = observers.start();
        boolean ofHibernate =
                unit.bound() != null || (reason != null && reason.code() == ReasonCode.OWN_TRANSACTION_FIRST);
        try (RecordedLoads recorded = unit.loads().record()) {
            Object answer = invocation.proceed();
            observers.ordinary(
                    ofHibernate ? CallOutcome.of(recorded).because(reason) : CallOutcome.overJdbc(reason), start);
            return answer;
        }
    }
}
