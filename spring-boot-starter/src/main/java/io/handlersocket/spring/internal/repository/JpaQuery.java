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

/** Runs the JPA query of a query method and detects its route: Hibernate may still read over HandlerSocket. */
final class JpaQuery {

    static final JdbcReason IN_TRANSACTION = new JdbcReason(Kind.SESSION, "inside a transaction");
    static final JdbcReason NOT_AN_ID = new JdbcReason(Kind.VALUE, "not an id");

    private final PersistenceUnit unit;
    private final Class<?> entity;
    private final Observers observers;
    private final boolean mayWrite;
    private volatile @Nullable JdbcReason last = MethodPlan.UNDECIDED;

    /** @param mayWrite whether the method's own transaction may write */
    JpaQuery(PersistenceUnit unit, Class<?> entity, Observers observers, boolean mayWrite) {
        this.unit = unit;
        this.entity = entity;
        this.observers = observers;
        this.mayWrite = mayWrite;
    }

    /** Runs the method as if it were not annotated; in an outage only for a limited number of callers at once. */
    @Nullable
    Object insteadOfHandlerSocket(MethodInvocation invocation, JdbcReason reason) throws Throwable {
        try (FallbackLimit.Permit permit = unit.enterFallback(entity, reason)) {
            return proceed(invocation, reason);
        }
    }

    /**
     * Runs the method as if it were not annotated.
     *
     * @param reason why it was not answered before the transaction; null if the JPA query is the fast route
     */
    @Nullable
    Object proceed(MethodInvocation invocation, @Nullable JdbcReason reason) throws Throwable {
        Session bound = unit.bound();
        if (bound != null) {
            return watched(invocation, reason);
        }
        if (PersistenceUnit.isInTransaction()) {
            return watched(invocation, reason == null ? IN_TRANSACTION : reason);
        }
        try (Session session = mayWrite ? unit.open() : unit.openToRead()) {
            unit.bind(session);
            try {
                return watched(invocation, reason);
            } finally {
                unit.unbind();
            }
        }
    }

    /** Returns why the last call outside a transaction went over JDBC; null if it did not. */
    @Nullable
    JdbcReason last() {
        return last;
    }

    private @Nullable Object watched(MethodInvocation invocation, @Nullable JdbcReason reason) throws Throwable {
        long start = observers.start();
        try (RecordedLoads recorded = unit.loads().record()) {
            Object answer = invocation.proceed();
            CallOutcome outcome = CallOutcome.of(recorded);
            if (outcome.route() == LookupRoute.JDBC) {
                outcome = outcome.because(reason);
            }
            if (!PersistenceUnit.isInTransaction()) {
                last = outcome.reason();
            }
            observers.ordinary(outcome, start);
            return answer;
        }
    }
}
