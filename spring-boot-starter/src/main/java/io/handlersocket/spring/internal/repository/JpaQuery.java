// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.RecordedLoads;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.internal.repository.report.CallOutcome;
import io.handlersocket.spring.internal.repository.report.MethodPlan;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import org.aopalliance.intercept.MethodInvocation;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Runs the JPA query of a query method and detects its route: Hibernate may still read over HandlerSocket. By itself it
 * answers a method that returns entities.
 */
final class JpaQuery implements FastMethod {

    static final JdbcReason IN_TRANSACTION = new JdbcReason(Kind.SESSION, "inside a transaction");
    static final JdbcReason NOT_AN_ID = new JdbcReason(Kind.VALUE, "not an id");

    private final PersistenceUnit unit;
    private final Class<?> entity;
    private final Observers observers;
    private final boolean mayWrite;
    private final @Nullable JdbcReason reason;
    private volatile @Nullable JdbcReason last = MethodPlan.UNDECIDED;

    /**
     * @param mayWrite whether the method's own transaction may write
     * @param reason why no call is answered before its transaction; null if the JPA query is the fast route
     */
    JpaQuery(
            PersistenceUnit unit, Class<?> entity, Observers observers, boolean mayWrite, @Nullable JdbcReason reason) {
        this.unit = unit;
        this.entity = entity;
        this.observers = observers;
        this.mayWrite = mayWrite;
        this.reason = reason;
    }

    /** Returns the same query of a method that is not answered before its transaction. */
    JpaQuery because(JdbcReason newReason) {
        return new JpaQuery(unit, entity, observers, mayWrite, newReason);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        return proceed(invocation, reason);
    }

    /** Returns why the last call outside a transaction went over JDBC; null if it did not. */
    @Override
    public @Nullable JdbcReason whyNot() {
        return reason != null && MethodPlan.UNDECIDED.equals(last) ? reason : last;
    }

    /** Runs the method as if it were not annotated; in an outage only for a limited number of callers at once. */
    @Nullable
    Object insteadOfHandlerSocket(MethodInvocation invocation, JdbcReason why) throws Throwable {
        try (FallbackLimit.Permit permit = unit.enterFallback(entity, why)) {
            return proceed(invocation, why);
        }
    }

    /**
     * Runs the method as if it were not annotated.
     *
     * @param why why it was not answered before the transaction; null if the JPA query is the fast route
     */
    @Nullable
    Object proceed(MethodInvocation invocation, @Nullable JdbcReason why) throws Throwable {
        if (unit.bound() != null) {
            return watched(invocation, why);
        }
        if (PersistenceUnit.isInTransaction()) {
            return watched(invocation, why == null ? IN_TRANSACTION : why);
        }
        try (Session session = mayWrite ? unit.open() : unit.openToRead()) {
            unit.bind(session);
            try {
                return watched(invocation, why);
            } finally {
                unit.unbind();
            }
        }
    }

    private @Nullable Object watched(MethodInvocation invocation, @Nullable JdbcReason why) throws Throwable {
        long start = observers.start();
        try (RecordedLoads recorded = unit.loads().record()) {
            Object answer = invocation.proceed();
            CallOutcome outcome = CallOutcome.of(recorded);
            if (outcome.route() == LookupRoute.JDBC) {
                outcome = outcome.because(why);
            }
            if (!PersistenceUnit.isInTransaction()) {
                last = outcome.reason();
            }
            observers.ordinary(outcome, start);
            return answer;
        }
    }
}
