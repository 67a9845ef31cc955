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
    record Answered(LookupCalls.Call call, FastMethod method) {}

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
        FastMethod method = answered.method();
        return calls == LookupCalls.NONE
                ? method.invoke(invocation)
                : calls.around(answered.call(), () -> method.invoke(invocation));
    }
}
