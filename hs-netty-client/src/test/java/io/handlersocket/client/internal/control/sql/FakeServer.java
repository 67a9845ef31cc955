// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.catalog.TableName;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What SQL sessions of a server answer to the control side, without a server: a test changes the fields. */
public final class FakeServer {

    /** What a lost connection fails with. */
    public final SQLException broken = new SQLNonTransientConnectionException("the connection is gone");

    public String product = "MariaDB";
    public String version = "10.11.19-MariaDB";
    public String url = "jdbc:mariadb://localhost:3306/game";
    public String identity = "server-1";
    public String account = "app@localhost";
    public String schema = "game";
    public String settings = "ON; READ-COMMITTED";
    public final Map<String, String> variables = new TreeMap<>(Map.of(
            "version", "10.11.19-MariaDB",
            "handlersocket_port", "9998",
            "handlersocket_address", "",
            "handlersocket_plain_secret", "sesame"));

    /** The id of the session that holds the drain lock. */
    @Nullable
    public String drainLock;

    /** Every statement fails with it, and the session is lost if it says so. */
    @Nullable
    public volatile SQLException failure;

    public final Set<TableName> tables = new HashSet<>();
    public final Set<TableName> waitedFor = ConcurrentHashMap.newKeySet();
    public final Set<TableName> gone = new HashSet<>();

    /** Those that a statement has an exclusive lock on. */
    public final Set<TableName> changing = new HashSet<>();

    /** What the next statements that read a table fail with. */
    public final Map<TableName, Deque<SQLException>> failuresOf = new HashMap<>();

    /** Rows of the server's process list: the id and the state of each HandlerSocket worker. */
    public final List<Object[]> workers = new ArrayList<>();

    /** Rows of other statements, by a part of their text. */
    public final Map<String, List<Object[]>> answers = new ConcurrentHashMap<>();

    public final List<String> statements = new CopyOnWriteArrayList<>();
    public final AtomicInteger refusals = new AtomicInteger();
    public int opened;
    public int closed;

    public static TableName table(String name) {
        return new TableName("game", name);
    }

    public SqlSession session() throws SQLException {
        return SqlSession.open(dataSource());
    }

    public DataSource dataSource() {
        return proxy(DataSource.class, (method, given) -> {
            if (failure != null) {
                refusals.incrementAndGet();
                throw failure;
            }
            opened++;
            return connection(this::answer);
        });
    }

    /** The rows that a server answers to a statement with these parameters. */
    public interface Answers {
        List<Object[]> to(String sql, List<String> parameters) throws SQLException;
    }

    /** A session of a server that gives these answers. */
    public static SqlSession sessionOf(Answers answers) throws SQLException {
        Connection connection = new FakeServer().connection(answers);
        return SqlSession.open(proxy(DataSource.class, (method, given) -> connection));
    }

    private Connection connection(Answers answers) {
        AtomicBoolean isClosed = new AtomicBoolean();
        return proxy(Connection.class, (method, given) -> switch (method) {
            case "getAutoCommit" -> true;
            case "getNetworkTimeout" -> 0;
            case "isClosed" -> isClosed.get();
            case "isValid" -> !isClosed.get();
            case "close", "abort" -> {
                if (isClosed.compareAndSet(false, true)) {
                    closed++;
                }
                yield null;
            }
            case "getMetaData" -> proxy(DatabaseMetaData.class, (name, none) -> name.equals("getURL") ? url : product);
            case "createStatement" -> statement(answers, "");
            case "prepareStatement" -> statement(answers, (String) given[0]);
            default -> null;
        });
    }

    /** @param prepared the text of a prepared statement, or empty */
    private PreparedStatement statement(Answers answers, String prepared) {
        List<String> parameters = new ArrayList<>();
        String own = prepared.replace("wsrep_sync_wait=0, ", ""); // on a node of Galera
        String sql = own.startsWith(SqlSession.ALL_ROWS) ? own.substring(SqlSession.ALL_ROWS.length()) : own;
        return proxy(PreparedStatement.class, (method, given) -> switch (method) {
            case "setString" -> {
                parameters.add((String) given[1]);
                yield null;
            }
            case "execute" -> answers.to((String) given[0], parameters).isEmpty();
            case "executeQuery" -> resultSet(sql.isEmpty() ? rows(row(version)) : answers.to(sql, parameters));
            default -> null;
        });
    }

    private List<Object[]> answer(String sql, List<String> parameters) throws SQLException {
        statements.add(sql);
        if (failure != null) {
            throw failure;
        }
        if (sql.contains("SELECT 1 FROM information_schema.COLUMNS")) {
            TableName table = new TableName(parameters.get(0), parameters.get(1));
            return changing.contains(table) ? List.of() : rows(row(1));
        }
        for (Map.Entry<String, List<Object[]>> each : answers.entrySet()) {
            if (sql.contains(each.getKey())) {
                return each.getValue();
            }
        }
        if (sql.contains("SHOW GLOBAL VARIABLES")) {
            return variables.entrySet().stream()
                    .map(each -> row(each.getKey(), each.getValue()))
                    .toList();
        }
        if (sql.contains("information_schema.SYSTEM_VARIABLES")) {
            return List.of(
                    row("autocommit", "ON", "COMPILE-TIME"), row("tx_isolation", "READ-COMMITTED", "COMPILE-TIME"));
        }
        if (sql.contains("IS_USED_LOCK")) {
            return rows(row(drainLock, identity, account, schema, settings));
        }
        if (sql.contains("Ssl_cipher")) {
            return rows(row("Ssl_cipher", ""));
        }
        if (sql.startsWith("SELECT CONCAT_WS")) {
            return rows(row(settings));
        }
        if (sql.startsWith("SELECT DATABASE()")) {
            return rows(row(schema, "SYSTEM", identity, account, 0, 0, 0, 0));
        }
        if (sql.contains("information_schema.TABLES")) {
            return tables.stream()
                    .filter(table -> table.schema().equals(parameters.get(0)))
                    .map(table -> row(table.table()))
                    .toList();
        }
        if (sql.contains("information_schema.PROCESSLIST")) {
            return List.copyOf(workers);
        }
        if (sql.startsWith(SqlSession.NO_WAIT + "(SELECT ")) {
            return probe(sql);
        }
        throw new AssertionError("no answer to " + sql);
    }

    private List<Object[]> probe(String sql) throws SQLException {
        for (Map.Entry<TableName, Deque<SQLException>> each : failuresOf.entrySet()) {
            if (sql.contains(each.getKey().quoted()) && !each.getValue().isEmpty()) {
                throw each.getValue().remove();
            }
        }
        for (TableName table : tables(waitedFor, changing)) {
            if (sql.contains(table.quoted())) {
                throw new SQLException("Lock wait timeout exceeded", "HY000", 1205);
            }
        }
        for (TableName table : gone) {
            if (sql.contains(table.quoted())) {
                throw new SQLException("Table doesn't exist", "42S02", 1146);
            }
        }
        return List.of();
    }

    private static Set<TableName> tables(Set<TableName> some, Set<TableName> more) {
        Set<TableName> all = new HashSet<>(some);
        all.addAll(more);
        return all;
    }

    public static Object[] row(@Nullable Object... values) {
        return values;
    }

    private static List<Object[]> rows(Object[]... rows) {
        return List.of(rows);
    }

    /** A result set of these rows. */
    private static ResultSet resultSet(List<Object[]> rows) {
        Iterator<Object[]> next = rows.iterator();
        Object[][] row = {new Object[0]};
        AtomicBoolean wasNull = new AtomicBoolean();
        return proxy(ResultSet.class, (method, given) -> {
            if (method.equals("next")) {
                boolean isRow = next.hasNext();
                row[0] = isRow ? next.next() : new Object[0];
                return isRow;
            }
            if (method.equals("wasNull")) {
                return wasNull.get();
            }
            if (method.equals("close")) {
                return null;
            }
            Object value = row[0][(Integer) given[0] - 1];
            wasNull.set(value == null);
            return switch (method) {
                case "getString" -> value == null ? null : value.toString();
                case "getInt" -> value == null ? 0 : Integer.valueOf(value.toString());
                case "getLong" -> value == null ? 0L : Long.valueOf(value.toString());
                case "getBoolean" -> value != null && !value.toString().equals("0");
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
