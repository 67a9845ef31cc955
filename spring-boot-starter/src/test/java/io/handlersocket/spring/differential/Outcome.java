// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.differential;

import jakarta.persistence.Tuple;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.KeysetScrollPosition;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Window;

/**
 * What a call gave, in words: what it came in, and each result with all that can be read of it.
 *
 * @param around the container, or the exception and the moment at which it came
 * @param rows the results in order
 */
record Outcome(String around, List<String> rows) {

    boolean isException() {
        return rows.isEmpty() && around.contains("Exception");
    }

    /** A call of a repository. */
    interface Call {
        @Nullable
        Object run() throws Throwable;
    }

    static Outcome of(Call call) {
        try {
            return of(call.run());
        } catch (InvocationTargetException e) {
            return failed("", e.getTargetException());
        } catch (Throwable e) {
            return failed("", e);
        }
    }

    private static Outcome failed(String moment, Throwable failure) {
        return new Outcome(moment + failure.getClass().getName(), List.of());
    }

    private static Outcome of(@Nullable Object result) throws InterruptedException {
        if (result instanceof Future<?> future) {
            try {
                Outcome inner = of(future.get());
                return new Outcome("Future " + inner.around(), inner.rows());
            } catch (ExecutionException e) {
                // A future of JPA fails before it is returned: it is asked for by the caller's thread.
                return failed("", Objects.requireNonNullElse(e.getCause(), e));
            }
        }
        if (result instanceof Optional<?> optional) {
            return new Outcome("Optional", optional.stream().map(Outcome::words).toList());
        }
        if (result instanceof Page<?> page) {
            return many("Page " + page.getTotalElements() + page.getPageable(), page.getContent());
        }
        if (result instanceof Slice<?> slice) {
            return many("Slice " + slice.hasNext() + slice.getPageable(), slice.getContent());
        }
        if (result instanceof Window<?> window) {
            List<String> rows = new ArrayList<>();
            for (int i = 0; i < window.size(); i++) {
                Object position = window.positionAt(i) instanceof KeysetScrollPosition keyset
                        ? keys(keyset.getKeys()) + " " + keyset.getDirection()
                        : window.positionAt(i);
                rows.add(words(window.getContent().get(i)) + " at " + position);
            }
            return new Outcome("Window " + window.hasNext(), rows);
        }
        if (result instanceof Stream<?> stream) {
            return many("Stream", stream.toList());
        }
        if (result instanceof Iterable<?> results) {
            List<Object> all = new ArrayList<>();
            results.forEach(all::add);
            return many("many", all);
        }
        return new Outcome(result == null ? "null" : "one", result == null ? List.of() : List.of(words(result)));
    }

    // JPA gives the attributes of an id in any order.
    private static String keys(Map<String, Object> keys) {
        Map<String, Object> all = keys.containsKey("u") ? new TreeMap<>(keys) : keys;
        return all.entrySet().stream()
                .map(entry -> entry.getKey() + ':' + words(entry.getValue()))
                .toList()
                .toString();
    }

    private static Outcome many(String around, List<?> rows) {
        return new Outcome(around, rows.stream().map(Outcome::words).toList());
    }

    private static String words(@Nullable Object one) {
        if (one == null) {
            return "null";
        }
        if (one instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        }
        if (one instanceof Object[] values) {
            return Arrays.stream(values).map(Outcome::words).toList().toString();
        }
        if (one instanceof Tuple tuple) {
            return words(tuple.toArray());
        }
        if (one instanceof Map<?, ?> map) {
            Map<String, String> sorted = new TreeMap<>();
            map.forEach((key, value) -> sorted.put(String.valueOf(key), words(value)));
            return sorted.toString();
        }
        if (one instanceof Optional<?> optional) {
            return "Optional " + words(optional.orElse(null));
        }
        if (Proxy.isProxyClass(one.getClass())) {
            return byGetters(one, one.getClass().getInterfaces()[0]);
        }
        if (!one.getClass().getName().startsWith("made.") || one.getClass().isEnum()) {
            return one.getClass().getSimpleName() + ' ' + one;
        }
        List<String> values = new ArrayList<>();
        try {
            if (one instanceof Record) {
                for (RecordComponent component : one.getClass().getRecordComponents()) {
                    component.getAccessor().setAccessible(true);
                    values.add(component.getName()
                            + '='
                            + words(component.getAccessor().invoke(one)));
                }
            } else {
                for (Field field : one.getClass().getFields()) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && !field.getName().equals("ref")) {
                        values.add(field.getName() + '=' + words(field.get(one)));
                    }
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return values.toString();
    }

    /** Also what setters do, before the values are read again. */
    private static String byGetters(Object one, Class<?> type) {
        List<String> values = new ArrayList<>();
        Method[] methods = type.getMethods();
        Arrays.sort(methods, Comparator.comparing(Method::getName).reversed());
        for (Method method : methods) {
            method.setAccessible(true);
            Object[] arguments = new Object[method.getParameterCount()];
            String name = method.getName().startsWith("get")
                    ? Character.toLowerCase(method.getName().charAt(3))
                            + method.getName().substring(4)
                    : method.getName();
            try {
                values.add(name + '=' + words(method.invoke(one, arguments)));
            } catch (InvocationTargetException e) {
                values.add(name + '!' + e.getTargetException().getClass().getSimpleName());
            } catch (IllegalAccessException e) {
                throw new IllegalStateException(e);
            }
        }
        return values.toString();
    }
}
