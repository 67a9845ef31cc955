// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.shadow;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.List;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcParameterBinder;
import org.hibernate.sql.exec.spi.JdbcParameterBindings;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one statement as Hibernate would bind them, for another connection and thread. Hibernate's binders
 * need the session, so they run in the caller's thread, on a statement that records the calls.
 */
public final class BoundParameters {

    private record Call(Method method, @Nullable Object[] arguments) {}

    private final List<Call> calls = new ArrayList<>();

    private BoundParameters() {}

    /** @throws SQLException if a binder needs a real statement */
    public static BoundParameters of(
            List<JdbcParameterBinder> binders, JdbcParameterBindings bindings, ExecutionContext context)
            throws SQLException {
        BoundParameters parameters = new BoundParameters();
        PreparedStatement recorder = (PreparedStatement) Proxy.newProxyInstance(
                BoundParameters.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, method, arguments) -> parameters.record(method, arguments));
        int position = 1;
        for (JdbcParameterBinder binder : binders) {
            binder.bindParameterValue(recorder, position, bindings, context);
            position++;
        }
        return parameters;
    }

    private @Nullable Object record(Method method, @Nullable Object @Nullable [] arguments) throws SQLException {
        if (arguments == null || !method.getName().startsWith("set") || !(arguments[0] instanceof Integer)) {
            throw new SQLException("a parameter that only the driver can bind: " + method.getName());
        }
        @Nullable Object[] copies = new Object[arguments.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = copy(arguments[i]);
        }
        calls.add(new Call(method, copies));
        return null;
    }

    /** Copies what the application may change before the statement runs. */
    private static @Nullable Object copy(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return bytes.clone();
        }
        if (value instanceof Calendar calendar) {
            return calendar.clone();
        }
        return value instanceof Date date ? date.clone() : value;
    }

    void bind(PreparedStatement statement) throws SQLException {
        for (Call call : calls) {
            try {
                call.method().invoke(statement, call.arguments());
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof SQLException sql ? sql : new SQLException(e.getCause());
            } catch (IllegalAccessException e) {
                throw new SQLException(e);
            }
        }
    }
}
