// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.internal.control.sql.SqlSession;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** An SQL server that knows some answers by a part of the statement's text, and answers all else with no row. */
final class FakeSql {

    private interface Call {
        @Nullable
        Object of(String method, @Nullable Object[] given) throws SQLException;
    }

    private final String product;
    private final Map<String, Object> answers = new LinkedHashMap<>();
    private int sessions;

    FakeSql(String product) {
        this.product = product;
    }

    /** A server that may be written to. */
    static FakeSql writable() {
        return new FakeSql("MariaDB").row("read_only", 0);
    }

    /** The statements with this text give one row of these columns; the newest answer wins. */
    FakeSql row(String text, @Nullable Object... columns) {
        answers.remove(text);
        answers.put(text, columns);
        return this;
    }

    FakeSql failure(String text, SQLException failure) {
        answers.remove(text);
        answers.put(text, failure);
        return this;
    }

    /** How many sessions were made. */
    int sessions() {
        return sessions;
    }

    SqlSession session() throws SQLException {
        return SqlSession.open(dataSource());
    }

    DataSource dataSource() {
        return proxy(DataSource.class, (method, given) -> {
            sessions++;
            return connection();
        });
    }

    private Connection connection() {
        return proxy(Connection.class, (method, given) -> switch (method) {
            case "getMetaData" -> proxy(DatabaseMetaData.class, (name, none) -> product);
            case "getNetworkTimeout" -> 0;
            case "getAutoCommit" -> true;
            case "isClosed" -> false;
            case "createStatement" ->
                proxy(
                        Statement.class,
                        (name, text) -> name.equals("execute")
                                && answer(String.valueOf(text[0])).hasNext());
            case "prepareStatement" ->
                proxy(
                        PreparedStatement.class,
                        (name, none) -> name.equals("executeQuery") ? rows(answer((String) given[0])) : null);
            default -> null;
        });
    }

    private Iterator<@Nullable Object[]> answer(String sql) throws SQLException {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (Map.Entry<String, Object> known : answers.entrySet()) {
            if (sql.contains(known.getKey())) {
                if (known.getValue() instanceof SQLException failure) {
                    throw failure;
                }
                rows.clear();
                rows.add((Object[]) known.getValue());
            }
        }
        return rows.iterator();
    }

    private static ResultSet rows(Iterator<@Nullable Object[]> all) {
        Object[][] row = new Object[1][];
        return proxy(ResultSet.class, (method, given) -> {
            if (method.equals("next")) {
                row[0] = all.hasNext() ? all.next() : new Object[0];
                return row[0].length > 0;
            }
            if (method.equals("wasNull") || method.equals("close")) {
                return method.equals("close") ? null : Boolean.FALSE;
            }
            Object value = row[0][(int) given[0] - 1];
            return switch (method) {
                case "getString" -> value == null ? null : value.toString();
                case "getInt" -> value == null ? 0 : ((Number) value).intValue();
                case "getLong" -> value == null ? 0L : ((Number) value).longValue();
                case "getBoolean" -> value != null && ((Number) value).intValue() != 0;
                default -> throw new SQLException(method);
            };
        });
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                FakeSql.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, given) -> call.of(method.getName(), given == null ? new Object[0] : given)));
    }
}
