// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.gate;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;

/** Makes proxies of one interface. It looks up their class once, which {@link Proxy} does for each new proxy. */
final class Proxies<T> {

    private final Class<T> type;
    private final Constructor<?> constructor;

    Proxies(Class<T> type) {
        this.type = type;
        Object any = Proxy.newProxyInstance(
                Proxies.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> null);
        try {
            this.constructor = any.getClass().getConstructor(InvocationHandler.class);
        } catch (NoSuchMethodException e) {
            throw new AssertionError(e);
        }
    }

    T of(InvocationHandler handler) {
        try {
            return type.cast(constructor.newInstance(handler));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type.getName(), e);
        }
    }
}
