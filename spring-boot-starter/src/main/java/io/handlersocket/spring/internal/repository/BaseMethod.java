// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.RecordedLoads;
import io.handlersocket.spring.internal.repository.report.CallOutcome;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.Optional;
import org.aopalliance.intercept.MethodInvocation;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/**
 * Answers {@code findById}, {@code findAllById} and {@code getReferenceById} in a session outside a transaction.
 *
 * @param argument the type of the argument; JPA throws the exception for any other, and for null
 */
record BaseMethod(
        PersistenceUnit unit, Class<?> entity, Class<?> argument, Load load, boolean reads, Observers observers)
        implements FastMethod {

    private interface Load {

        @Nullable
        Object in(Session session, MethodInvocation invocation) throws Throwable;
    }

    /** Returns {@code findById}, as a load by Hibernate. */
    static BaseMethod findById(PersistenceUnit unit, Class<?> entity, Class<?> id, Observers observers) {
        Load load = (session, invocation) -> Optional.ofNullable(
                session.find(entity, Objects.requireNonNull(invocation.getArguments()[0])));
        return new BaseMethod(unit, entity, id, load, true, observers);
    }

    /** Returns a method with the repository's implementation, without its transaction. */
    static BaseMethod of(
            PersistenceUnit unit, Class<?> entity, Method implementation, boolean reads, Observers observers) {
        Load load = (session, invocation) -> {
            boolean opened = unit.bound() == null;
            if (opened) {
                unit.bind(session);
            }
            try {
                return implementation.invoke(invocation.getThis(), invocation.getArguments());
            } catch (InvocationTargetException e) {
                throw e.getTargetException();
            } finally {
                if (opened) {
                    unit.unbind();
                }
            }
        };
        return new BaseMethod(unit, entity, Object.class, load, reads, observers);
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        if (!argument.isInstance(invocation.getArguments()[0])) {
            return proceed(invocation, JpaQuery.NOT_AN_ID);
        }
        if (PersistenceUnit.isInTransaction()) {
            return proceed(invocation, JpaQuery.IN_TRANSACTION);
        }
        JdbcReason refusal = whyNot();
        if (refusal != null) {
            try (FallbackLimit.Permit permit = unit.enterFallback(entity, refusal)) {
                return proceed(invocation, refusal);
            }
        }
        Session bound = unit.bound();
        try (Session opened = bound == null ? unit.openToRead() : null;
                RecordedLoads recorded = unit.loads().record()) {
            return answer(opened == null ? Objects.requireNonNull(bound) : opened, recorded, invocation);
        }
    }

    @Override
    public @Nullable JdbcReason whyNot() {
        return reads ? unit.loads().reason(entity) : null;
    }

    private @Nullable Object answer(Session session, RecordedLoads recorded, MethodInvocation invocation)
            throws Throwable {
        long start = observers.start();
        Object answer;
        try {
            answer = load.in(session, invocation);
        } catch (Throwable e) {
            observers.failed(invocation.getMethod(), start, e);
            throw e;
        }
        observers.inFront(invocation.getMethod(), CallOutcome.of(recorded), start);
        return answer;
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
