// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.component;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Objects that answer some of an interface's methods and say nothing to the others: no I/O, no state. */
final class Stub {

    private static final Map<Class<?>, Object> ZEROES = Map.of(boolean.class, false, int.class, 0, long.class, 0L);

    private Stub() {}

    /** @param answers by the method's name; each gets the arguments */
    static <T> T of(Class<T> type, Map<String, Function<Object[], @Nullable Object>> answers) {
        return type.cast(Proxy.newProxyInstance(
                Stub.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
                    Function<Object[], @Nullable Object> answer = answers.get(method.getName());
                    if (answer != null) {
                        return answer.apply(args == null ? new Object[0] : args);
                    }
                    return switch (method.getName()) {
                        case "equals" -> args != null && proxy == args[0];
                        case "hashCode" -> System.identityHashCode(proxy);
                        case "toString" -> type.getSimpleName();
                        default -> ZEROES.get(method.getReturnType());
                    };
                }));
    }
}
