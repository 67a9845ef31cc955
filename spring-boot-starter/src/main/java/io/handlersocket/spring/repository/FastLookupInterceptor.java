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

    FastLookupInterceptor(Map<Method, FastMethod> methods) {
        this.methods = methods;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        FastMethod method = methods.get(invocation.getMethod());
        return method == null ? invocation.proceed() : method.invoke(invocation);
    }
}
