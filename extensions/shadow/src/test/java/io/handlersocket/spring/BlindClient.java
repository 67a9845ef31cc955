// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Index;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** The indexes of the client find no row by a unique key. */
final class BlindClient implements BeanPostProcessor {

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof HandlerSocketClient client
                ? proxy(HandlerSocketClient.class, (proxy, method, args) -> {
                    Object result = call(client, method, args);
                    return method.getName().equals("openIndex")
                            ? ((CompletionStage<?>) result).thenApply(index -> blind((Index) index))
                            : result;
                })
                : bean;
    }

    private static Index blind(Index index) {
        return proxy(Index.class, (proxy, method, args) -> {
            Object result = call(index, method, args);
            return method.getName().equals("find") ? Optional.empty() : result;
        });
    }

    private static Object call(Object target, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
