// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Reads properties of classes that may be absent. Throws {@link IllegalStateException} if a property is unreadable. */
final class Reflection {

    private Reflection() {}

    /** Returns the result of this public method without parameters. */
    static @Nullable Object get(@Nullable Object target, String getter) {
        if (target == null) {
            throw new IllegalStateException("it has no value to call " + getter + " on");
        }
        Method method = method(target.getClass(), getter);
        if (method == null) {
            throw new IllegalStateException("it has no " + getter);
        }
        try {
            return method.invoke(target);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("its " + getter + " failed", e);
        }
    }

    /** Finds the declaration in a public type, because the class itself may not be public. */
    private static @Nullable Method method(Class<?> type, String getter) {
        for (Class<?> next = type; next != null; next = next.getSuperclass()) {
            if (Modifier.isPublic(next.getModifiers())) {
                try {
                    return next.getMethod(getter);
                } catch (NoSuchMethodException e) {
                    return null;
                }
            }
            for (Class<?> declared : next.getInterfaces()) {
                Method method = method(declared, getter);
                if (method != null) {
                    return method;
                }
            }
        }
        return null;
    }

    /** Returns the value of a field that has no getter. */
    static @Nullable Object field(Object target, String name) {
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            try {
                Field field = type.getDeclaredField(name);
                field.setAccessible(true);
                return field.get(target);
            } catch (NoSuchFieldException e) {
                // Try the superclass.
            } catch (IllegalAccessException | InaccessibleObjectException e) {
                throw new IllegalStateException("its " + name + " cannot be read", e);
            }
        }
        throw new IllegalStateException("it has no " + name);
    }
}
