// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.stereotype.Component;

/** Keeps everybody from customers but those who may see them, as a security library would. */
@Component
class Permission extends StaticMethodMatcherPointcutAdvisor {

    private static final long serialVersionUID = 1L;
    private static final ThreadLocal<Boolean> denied = new ThreadLocal<>();

    Permission() {
        setAdvice((MethodInterceptor) invocation -> {
            if (denied.get() != null) {
                throw new SecurityException("denied");
            }
            return invocation.proceed();
        });
    }

    @Override
    public boolean matches(Method method, Class<?> targetClass) {
        return Customers.class.isAssignableFrom(targetClass);
    }

    static void deny(Runnable action) {
        denied.set(true);
        try {
            action.run();
        } finally {
            denied.remove();
        }
    }
}
