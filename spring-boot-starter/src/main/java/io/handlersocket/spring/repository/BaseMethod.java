// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import io.handlersocket.spring.LookupRoute;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInvocation;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;

/** Answers {@code findAllById} and {@code getReferenceById} with the repository's implementation, without its transaction. */
final class BaseMethod implements FastMethod {

    private final PersistenceUnit unit;
    private final Class<?> entity;
    private final Method implementation;
    private final Observers observers;
    private final Twin twin;
    private final JdbcReasons reasons;
    private final JdbcReasons queryReasons;
    private final boolean reads;

    /** @param reads whether the method reads from the database */
    BaseMethod(PersistenceUnit unit, Class<?> entity, Method implementation, Observers observers, boolean reads) {
        this.unit = unit;
        this.entity = entity;
        this.implementation = implementation;
        this.observers = observers;
        this.twin = new Twin(unit, entity, observers);
        this.reasons = unit.reasons(entity);
        this.queryReasons = unit.queryReasons(entity);
        this.reads = reads;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        if (invocation.getArguments()[0] == null || invocation.getThis() == null) {
            return twin.proceed(invocation, "not an id");
        }
        if (Twin.isInTransaction()) {
            return twin.proceed(invocation, "inside a transaction");
        }
        if (reads && !unit.loads().ready(entity)) {
            return twin.insteadOfHandlerSocket(invocation, reasons.notReady(), false);
        }
        Session bound = unit.bound();
        if (bound != null) {
            RouteProbe probe = RouteProbe.of(bound);
            try {
                Object answer = answer(probe, invocation);
                if (probe.askedSql()) {
                    SessionSnapshot.end(bound);
                }
                return answer;
            } catch (RuntimeException e) {
                if (probe.askedSql()) {
                    SessionSnapshot.endAfter(e, bound);
                }
                throw e;
            }
        }
        try (Session session = unit.open()) {
            unit.bind(session);
            try {
                return answer(RouteProbe.once(session), invocation);
            } finally {
                unit.unbind();
            }
        }
    }

    @Override
    public @Nullable String whyNot() {
        if (!reads) {
            return null;
        }
        return unit.loads().ready(entity) ? "" : reasons.notReady();
    }

    private @Nullable Object answer(RouteProbe probe, MethodInvocation invocation) throws Throwable {
        long start = observers.start();
        probe.reset();
        Object answer;
        try {
            answer = implementation.invoke(invocation.getThis(), invocation.getArguments());
        } catch (InvocationTargetException e) {
            observers.failed(invocation.getMethod(), start, e.getTargetException());
            throw e.getTargetException();
        }
        LookupRoute route = !reads && !probe.askedSql() ? LookupRoute.MEMORY : probe.route(null);
        String reason = route == LookupRoute.JDBC ? queryReasons.asked() : "";
        observers.inFront(invocation.getMethod(), route, reason, start);
        return answer;
    }
}
