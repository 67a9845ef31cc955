// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.replication;

import io.handlersocket.client.internal.control.sql.SqlSession;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What SQL sessions answer to a poller, without a server: a test changes the fields. */
final class FakeServer {

    /** Every statement fails with it. */
    volatile @Nullable SQLException failure;

    /** Rows of statements, by a part of their text. */
    final Map<String, List<Object[]>> answers = new ConcurrentHashMap<>();

    final List<String> statements = new ArrayList<>();
    int opened;
    int closed;

    /** The rows that a server answers to a statement with these parameters. */
    interface Answers {
        List<Object[]> to(String sql, List<String> parameters) throws SQLException;
    }

    static Object[] row(@Nullable Object... values) {
        return values;
    }

    /** A session of a server that gives these answers. */
    static SqlSession sessionOf(Answers answers) throws SQLException {
        Connection connection = new FakeServer().connection(answers);
        return SqlSession.open(proxy(DataSource.class, (method, given) -> connection), 1_000);
    }

    DataSource dataSource() {
        return proxy(DataSource.class, (method, given) -> {
            fail();
            opened++;
            return connection(this::answer);
        });
    }

    private void fail() throws SQLException {
        SQLException wanted = failure;
        if (wanted != null) {
            throw wanted;
        }
    }

    private List<Object[]> answer(String sql, List<String> parameters) throws SQLException {
        statements.add(sql);
        fail();
        return answers.entrySet().stream()
                .filter(each -> sql.contains(each.getKey()))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no answer to " + sql))
                .getValue();
    }

    private Connection connection(Answers answers) {
        AtomicBoolean isClosed = new AtomicBoolean();
        return proxy(Connection.class, (method, given) -> switch (method) {
            case "getAutoCommit" -> true;
            case "getNetworkTimeout" -> 0;
            case "isClosed" -> isClosed.get();
            case "close", "abort" -> {
                if (isClosed.compareAndSet(false, true)) {
                    closed++;
                }
                yield null;
            }
            case "getMetaData" -> proxy(DatabaseMetaData.class, (name, none) -> null);
            case "createStatement" -> statement(answers, "");
            case "prepareStatement" -> statement(answers, (String) given[0]);
            default -> null;
        });
    }

    private static PreparedStatement statement(Answers answers, String prepared) {
        List<String> parameters = new ArrayList<>();
        return proxy(PreparedStatement.class, (method, given) -> switch (method) {
            case "setString" -> {
                parameters.add((String) given[1]);
                yield null;
            }
            case "executeQuery" -> resultSet(answers.to(given.length == 0 ? prepared : (String) given[0], parameters));
            default -> null;
        });
    }

    private static ResultSet resultSet(List<Object[]> rows) {
        Iterator<Object[]> next = rows.iterator();
        Object[][] row = {new Object[0]};
        return proxy(ResultSet.class, (method, given) -> {
            if (method.equals("next")) {
                boolean isRow = next.hasNext();
                row[0] = isRow ? next.next() : new Object[0];
                return isRow;
            }
            if (method.equals("close")) {
                return null;
            }
            Object value = row[0][(Integer) given[0] - 1];
            return switch (method) {
                case "getString" -> value == null ? null : value.toString();
                case "getInt" -> value == null ? 0 : Integer.valueOf(value.toString());
                case "getLong" -> value == null ? 0L : Long.valueOf(value.toString());
                default -> throw new AssertionError(method);
            };
        });
    }

    private interface Call {
        @Nullable
        Object of(String method, @Nullable Object[] given) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                FakeServer.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, given) -> call.of(method.getName(), given == null ? new Object[0] : given)));
    }
}
