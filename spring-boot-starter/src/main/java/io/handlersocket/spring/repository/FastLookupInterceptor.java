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

    private final Map<Method, FastMethod> methods;
    private final LookupCalls calls;

    FastLookupInterceptor(Map<Method, FastMethod> methods, LookupCalls calls) {
        this.methods = methods;
        this.calls = calls;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        FastMethod method = methods.get(invocation.getMethod());
        if (method == null) {
            return invocation.proceed();
        }
        return calls == LookupCalls.NONE
                ? method.invoke(invocation)
                : calls.around(method.call(), () -> method.invoke(invocation));
    }
}
