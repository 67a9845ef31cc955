// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.RecordedLoads;
import io.handlersocket.spring.internal.repository.report.CallOutcome;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.JdbcReasons;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.util.Objects;
import java.util.Optional;
import org.aopalliance.intercept.MethodInvocation;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** Answers {@code findById} with a load by Hibernate before the transaction begins. */
final class LoadById implements FastMethod {

    private final PersistenceUnit unit;
    private final Class<?> entity;
    private final Class<?> idType;
    private final Observers observers;
    private final JdbcReasons reasons;

    LoadById(PersistenceUnit unit, Class<?> entity, Class<?> idType, Observers observers) {
        this.unit = unit;
        this.entity = entity;
        this.idType = idType;
        this.observers = observers;
        this.reasons = unit.reasons(entity);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object id = invocation.getArguments()[0];
        if (!idType.isInstance(id)) {
            // Null, or another type after an unchecked cast: JPA throws the exception.
            return proceed(invocation, JpaQuery.NOT_AN_ID);
        }
        if (PersistenceUnit.isInTransaction()) {
            return proceed(invocation, JpaQuery.IN_TRANSACTION);
        }
        if (!unit.loads().ready(entity)) {
            JdbcReason reason = reasons.notReady();
            try (FallbackLimit.Permit permit = unit.enterFallback(entity, reason)) {
                return proceed(invocation, reason);
            }
        }
        Session bound = unit.bound();
        try (Session opened = bound == null ? unit.openToRead() : null;
                RecordedLoads recorded = unit.loads().record()) {
            return answer(opened == null ? Objects.requireNonNull(bound) : opened, recorded, id, invocation);
        }
    }

    @Override
    public @Nullable JdbcReason whyNot() {
        return unit.loads().ready(entity) ? null : reasons.notReady();
    }

    private Object answer(Session session, RecordedLoads recorded, Object id, MethodInvocation invocation) {
        long start = observers.start();
        Object found;
        try {
            found = session.find(entity, id);
        } catch (RuntimeException e) {
            observers.failed(invocation.getMethod(), start, e);
            throw e;
        }
        observers.inFront(invocation.getMethod(), CallOutcome.of(recorded), start);
        return Optional.ofNullable(found);
    }

    // A load inside a transaction may still go over HandlerSocket: Hibernate's gate decides there.
    private @Nullable Object proceed(MethodInvocation invocation, JdbcReason reason) throws Throwable {
        long start = observers.start();
        try (RecordedLoads recorded = unit.loads().record()) {
            Object answer = invocation.proceed();
            observers.ordinary(CallOutcome.of(recorded).because(reason), start);
            return answer;
        }
    }
}
