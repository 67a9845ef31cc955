// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.shadow.internal;

import io.handlersocket.hibernate.spi.AnsweredLoad;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import org.hibernate.sql.exec.spi.JdbcParameterBinder;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one statement as Hibernate would bind them, for another connection and thread. Hibernate's binders
 * need the session, so they run in the caller's thread, on a statement that records the calls.
 */
final class BoundParameters {

    private record Call(Method method, List<@Nullable Object> arguments) {}

    private final List<Call> calls = new ArrayList<>();

    private BoundParameters() {}

    /**
     * Records the parameters of one statement.
     *
     * @throws SQLException if a binder needs a real statement
     */
    static BoundParameters of(AnsweredLoad load) throws SQLException {
        BoundParameters parameters = new BoundParameters();
        PreparedStatement recorder = (PreparedStatement) Proxy.newProxyInstance(
                BoundParameters.class.getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, method, arguments) -> parameters.record(method, arguments));
        int position = 1;
        for (JdbcParameterBinder binder : load.select().getParameterBinders()) {
            binder.bindParameterValue(recorder, position, load.bindings(), load.context());
            position++;
        }
        return parameters;
    }

    private @Nullable Object record(Method method, @Nullable Object @Nullable [] arguments) throws SQLException {
        if (arguments == null || !method.getName().startsWith("set") || !(arguments[0] instanceof Integer)) {
            throw new SQLException("a parameter that only the driver can bind: " + method.getName());
        }
        List<@Nullable Object> copies = new ArrayList<>(arguments.length);
        for (@Nullable Object argument : arguments) {
            copies.add(copy(argument));
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
        if (value instanceof Timestamp timestamp) {
            Timestamp copy = new Timestamp(timestamp.getTime());
            copy.setNanos(timestamp.getNanos());
            return copy;
        }
        if (value instanceof Time time) {
            return new Time(time.getTime());
        }
        return value instanceof Date date ? new Date(date.getTime()) : value;
    }

    void bind(PreparedStatement statement) throws SQLException {
        for (Call call : calls) {
            try {
                call.method().invoke(statement, call.arguments().toArray());
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof SQLException sql ? sql : new SQLException(e.getCause());
            } catch (IllegalAccessException e) {
                throw new SQLException(e);
            }
        }
    }
}
