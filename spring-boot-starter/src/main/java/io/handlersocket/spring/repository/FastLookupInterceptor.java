// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

import java.lang.reflect.Method;
import java.util.Map;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/** Stands just in front of a repository's {@code TransactionInterceptor}. */
final class FastLookupInterceptor implements MethodInterceptor {

    /** What is called, for those who watch, and who answers it. */
    record Answered(LookupCalls.Call call, FastMethod method, Observers observers) {

        @Nullable
        Object invoke(MethodInvocation invocation) throws Throwable {
            long start = observers.start();
            try {
                return method.invoke(invocation);
            } catch (Throwable e) {
                observers.threw(e, start);
                throw e;
            }
        }
    }

    private final Map<Method, Answered> methods;
    private final LookupCalls calls;

    FastLookupInterceptor(Map<Method, Answered> methods, LookupCalls calls) {
        this.methods = methods;
        this.calls = calls;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Answered answered = methods.get(invocation.getMethod());
        if (answered == null) {
            return invocation.proceed();
        }
        return calls == LookupCalls.NONE
                ? answered.invoke(invocation)
                : calls.around(answered.call(), () -> answered.invoke(invocation));
    }
}
