// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.RecordedLoads;
import io.handlersocket.spring.internal.repository.report.CallOutcome;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.JdbcReasons;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInvocation;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code findAllById} and {@code getReferenceById} with the repository's implementation, without its
 * transaction.
 */
final class BaseMethod implements FastMethod {

    private final PersistenceUnit unit;
    private final Class<?> entity;
    private final Method implementation;
    private final Observers observers;
    private final JpaQuery query;
    private final JdbcReasons reasons;
    private final boolean reads;

    /** @param reads whether the method reads from the database */
    BaseMethod(PersistenceUnit unit, Class<?> entity, Method implementation, Observers observers, boolean reads) {
        this.unit = unit;
        this.entity = entity;
        this.implementation = implementation;
        this.observers = observers;
        this.query = new JpaQuery(unit, entity, observers, true);
        this.reasons = unit.reasons(entity);
        this.reads = reads;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        if (invocation.getArguments()[0] == null || invocation.getThis() == null) {
            return query.proceed(invocation, JpaQuery.NOT_AN_ID);
        }
        if (PersistenceUnit.isInTransaction()) {
            return query.proceed(invocation, JpaQuery.IN_TRANSACTION);
        }
        if (reads && !unit.loads().ready(entity)) {
            return query.insteadOfHandlerSocket(invocation, reasons.notReady());
        }
        if (unit.bound() != null) {
            try (RecordedLoads recorded = unit.loads().record()) {
                return answer(recorded, invocation);
            }
        }
        try (Session session = unit.openToRead();
                RecordedLoads recorded = unit.loads().record()) {
            unit.bind(session);
            try {
                return answer(recorded, invocation);
            } finally {
                unit.unbind();
            }
        }
    }

    @Override
    public @Nullable JdbcReason whyNot() {
        return unit.loads().ready(entity) ? null : reasons.notReady();
    }

    @Override
    public boolean reads() {
        return reads;
    }

    private @Nullable Object answer(RecordedLoads recorded, MethodInvocation invocation) throws Throwable {
        long start = observers.start();
        Object answer;
        try {
            answer = implementation.invoke(invocation.getThis(), invocation.getArguments());
        } catch (InvocationTargetException e) {
            observers.failed(invocation.getMethod(), start, e.getTargetException());
            throw e.getTargetException();
        }
        observers.inFront(invocation.getMethod(), CallOutcome.of(recorded), start);
        return answer;
    }
}
