// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.keywords;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Answers each query with no row, and keeps its text. */
final class StubDataSource {

    private final Set<String> texts = new LinkedHashSet<>();

    Set<String> texts() {
        return texts;
    }

    DataSource dataSource() {
        return proxy(
                DataSource.class,
                (self, method, args) ->
                        method.getName().equals("getConnection") ? connection() : nothing(method.getReturnType()));
    }

    Connection connection() {
        return proxy(Connection.class, (self, method, args) -> {
            if (method.getName().equals("prepareStatement")) {
                texts.add((String) args[0]);
                return statement();
            }
            return nothing(method.getReturnType());
        });
    }

    private static PreparedStatement statement() {
        return proxy(PreparedStatement.class, (self, method, args) -> switch (method.getName()) {
            case "executeQuery" ->
                proxy(
                        ResultSet.class,
                        (rows, called, none) -> called.getReturnType() == ResultSetMetaData.class
                                ? proxy(ResultSetMetaData.class, (data, asked, any) -> nothing(asked.getReturnType()))
                                : nothing(called.getReturnType()));
            case "getResultSetConcurrency" -> ResultSet.CONCUR_READ_ONLY;
            default -> nothing(method.getReturnType());
        });
    }

    private static @Nullable Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 0;
        }
        return type == long.class ? (Object) 0L : null;
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(StubDataSource.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
