// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.internal.repository.advice.SkippedCode;
import io.handlersocket.spring.internal.repository.report.LookupCalls;
import io.handlersocket.spring.internal.repository.report.MethodPlans;
import io.handlersocket.spring.internal.repository.report.Observers;
import io.handlersocket.spring.internal.repository.unit.PersistenceUnit;
import java.lang.reflect.Method;
import java.util.Map;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.hibernate.Session;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;

/** Answers calls directly before a repository's {@code TransactionInterceptor}. */
final class FastLookupInterceptor implements MethodInterceptor {

    /**
     * A call for observers, and what answers it.
     *
     * @param ordinary answers the call if the fast method would skip code of the application
     * @param transaction the transaction that the method begins if JPA answers it
     */
    record Answered(LookupCalls.Call call, FastMethod method, OrdinaryCall ordinary, OwnTransaction transaction) {

        @Nullable
        Object invoke(MethodInvocation invocation, @Nullable JdbcReason refusal) throws Throwable {
            Observers observers = ordinary.observers();
            long start = observers.start();
            try {
                return refusal == null ? answer(invocation) : ordinary.proceed(invocation, refusal);
            } catch (Throwable e) {
                observers.threw(e, start);
                throw e;
            }
        }

        private @Nullable Object answer(MethodInvocation invocation) throws Throwable {
            PersistenceUnit unit = ordinary.unit();
            Session open = transaction.begins() && !PersistenceUnit.isInTransaction() ? unit.bound() : null;
            if (open == null) {
                return method.invoke(invocation);
            }
            try {
                Object answer = method.invoke(invocation);
                unit.endTransaction(open, true);
                return answer;
            } catch (RuntimeException | Error e) {
                try {
                    unit.endTransaction(open, false);
                } catch (RuntimeException suppressed) {
                    e.addSuppressed(suppressed);
                }
                throw e;
            }
        }
    }

    private final Map<Method, Answered> methods;
    private final LookupCalls calls;
    private final SkippedCode skipped;
    private final MethodPlans plans;
    private final String all;

    /** @param proxy the repository's proxy, without this interceptor */
    FastLookupInterceptor(
            Map<Method, Answered> methods,
            LookupCalls calls,
            ProxyFactory proxy,
            Class<?> repository,
            @Nullable JdbcReason entityManager,
            MethodPlans plans) {
        this.methods = methods;
        this.calls = calls;
        this.skipped = new SkippedCode(proxy, this, entityManager);
        this.plans = plans;
        this.all = "all of " + repository.getSimpleName();
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Answered answered = methods.get(invocation.getMethod());
        if (answered == null) {
            return invocation.proceed();
        }
        JdbcReason refusal = refusal(answered, invocation.getMethod());
        return calls == LookupCalls.NONE
                ? answered.invoke(invocation, refusal)
                : calls.around(answered.call(), () -> answered.invoke(invocation, refusal));
    }

    /** Returns why JDBC would answer a call of this method now; null for HandlerSocket. */
    @Nullable
    JdbcReason whyNot(Answered answered, Method method) {
        JdbcReason refusal = refusal(answered, method);
        return refusal == null ? answered.method().whyNot() : refusal;
    }

    private @Nullable JdbcReason refusal(Answered answered, Method method) {
        if (answered.method() instanceof OrdinaryCall) {
            return null;
        }
        JdbcReason refusal = skipped.refusal(method);
        if (refusal == null) {
            return answered.transaction().refusal(answered.ordinary().unit());
        }
        plans.stays(all, refusal.text());
        return refusal;
    }
}
