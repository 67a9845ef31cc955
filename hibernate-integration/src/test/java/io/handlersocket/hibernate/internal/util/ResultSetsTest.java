// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResultSetsTest {

    private final List<@Nullable Object> called = new ArrayList<>();

    @Test
    void passesEachOtherMethodOnWithItsArgumentsAndItsResult() throws Throwable {
        ResultSet rows = (ResultSet) Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, args) -> {
                    called.add(method);
                    called.addAll(args == null ? List.of() : Arrays.asList(args));
                    return some(method.getReturnType());
                });
        MethodHandle constructor =
                ResultSets.forwarding(MethodHandles.lookup().in(Forwarding.class), "rows", ResultSet.class);
        Forwarding forwarding = (Forwarding) constructor.invoke(rows);

        for (Method method : ResultSet.class.getMethods()) {
            called.clear();
            @Nullable Object[] args = arguments(method);
            Object result = method.invoke(forwarding, args);
            if (method.getName().equals("wasNull")) {
                assertThat(result).isEqualTo(false);
                assertThat(called).isEmpty();
                continue;
            }
            assertThat(result).isEqualTo(some(method.getReturnType()));
            assertThat(called).hasSize(1 + args.length);
            assertThat(called.get(0)).hasToString(method.toString());
            assertThat(called.subList(1, called.size())).isEqualTo(Arrays.asList(args));
        }
    }

    @Test
    void passesAnExceptionOnAsItIs() throws Throwable {
        SQLException failure = new SQLException("no row");
        ResultSet rows = (ResultSet) Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, args) -> {
                    throw failure;
                });
        MethodHandle constructor =
                ResultSets.forwarding(MethodHandles.lookup().in(Failing.class), "rows", ResultSet.class);
        Failing failing = (Failing) constructor.invoke(rows);

        assertThatThrownBy(failing::next).isSameAs(failure);
    }

    @Test
    void refusesEachOtherMethod() throws Throwable {
        Refusing refusing =
                (Refusing) ResultSets.refusing(MethodHandles.lookup().in(Refusing.class), "not a value")
                        .invoke();

        for (Method method : ResultSet.class.getMethods()) {
            if (method.getName().equals("wasNull")) {
                assertThat(method.invoke(refusing)).isEqualTo(true);
                continue;
            }
            assertThatThrownBy(() -> method.invoke(refusing, arguments(method)))
                    .isInstanceOf(InvocationTargetException.class)
                    .cause()
                    .isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessage("not a value");
        }
    }

    private static Object[] arguments(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(ResultSetsTest::some)
                .toArray();
    }

    /** A value other than zero for a primitive type. */
    private static @Nullable Object some(Class<?> type) {
        if (!type.isPrimitive() || type == void.class) {
            return type == String.class ? "text" : null;
        }
        Object array = Array.newInstance(type, 1);
        if (type == boolean.class) {
            Array.setBoolean(array, 0, true);
        } else {
            Array.setByte(array, 0, (byte) 7);
        }
        return Array.get(array, 0);
    }

    abstract static class Forwarding implements ResultSet {

        final ResultSet rows;

        Forwarding(ResultSet rows) {
            this.rows = rows;
        }

        @Override
        public boolean wasNull() {
            return false;
        }
    }

    abstract static class Failing implements ResultSet {

        final ResultSet rows;

        Failing(ResultSet rows) {
            this.rows = rows;
        }
    }

    abstract static class Refusing implements ResultSet {

        @Override
        public boolean wasNull() {
            return true;
        }
    }
}
