// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.LookupRoute;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.JdbcReasons;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import io.handlersocket.spring.internal.repository.unit.RouteProbe;
import io.handlersocket.spring.internal.repository.unit.SessionSnapshot;
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
        if (bound == null) {
            try (Session session = unit.openToRead()) {
                return answer(session, RouteProbe.once(session), id, invocation);
            }
        }
        return SessionSnapshot.ended(bound, probe -> answer(bound, probe, id, invocation));
    }

    @Override
    public @Nullable JdbcReason whyNot() {
        return unit.loads().ready(entity) ? null : reasons.notReady();
    }

    private Object answer(Session session, RouteProbe probe, Object id, MethodInvocation invocation) {
        long start = observers.start();
        probe.reset();
        Object found;
        try {
            found = session.find(entity, id);
        } catch (RuntimeException e) {
            observers.failed(invocation.getMethod(), start, e);
            throw e;
        }
        LookupRoute route = probe.route(found);
        observers.inFront(invocation.getMethod(), route, route == LookupRoute.JDBC ? reasons.asked() : null, start);
        return Optional.ofNullable(found);
    }

    // A load inside a transaction may still go over HandlerSocket: Hibernate's gate decides there.
    private @Nullable Object proceed(MethodInvocation invocation, JdbcReason reason) throws Throwable {
        long start = observers.start();
        Session bound = unit.bound();
        if (bound == null) {
            Object answer = invocation.proceed();
            observers.ordinary(LookupRoute.JDBC, reason, start);
            return answer;
        }
        RouteProbe probe = RouteProbe.of(bound);
        probe.reset();
        Object answer = invocation.proceed();
        Object found = answer instanceof Optional<?> optional ? optional.orElse(null) : null;
        observers.ordinary(probe.route(found), reason, start);
        return answer;
    }
}
