// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.sql;

import io.handlersocket.client.catalog.TableName;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
    public SQLException failure;

    public final Set<TableName> tables = new HashSet<>();
    public final Set<TableName> waitedFor = new HashSet<>();
    public final Set<TableName> gone = new HashSet<>();

    /** What the next statements that read a table fail with. */
    public final Map<TableName, Deque<SQLException>> failuresOf = new HashMap<>();

    /** Rows of the server's process list: the id and the state of each HandlerSocket worker. */
    public final List<Object[]> workers = new ArrayList<>();

    public final List<String> statements = new ArrayList<>();
    public int opened;
    public int closed;

    public static TableName table(String name) {
        return new TableName("game", name);
    }

    public SqlSession session() throws SQLException {
        if (failure != null) {
            throw failure;
        }
        opened++;
        return new Session();
    }

    private List<Object[]> answer(String sql, String... parameters) throws SQLException {
        statements.add(sql);
        if (failure != null) {
            throw failure;
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
        if (sql.startsWith("SELECT CONCAT_WS")) {
            return rows(row(settings));
        }
        if (sql.startsWith("SELECT DATABASE()")) {
            return rows(row(schema, "SYSTEM", identity, account, 0, 0, 0));
        }
        if (sql.contains("information_schema.TABLES")) {
            return tables.stream()
                    .filter(table -> table.schema().equals(parameters[0]))
                    .map(table -> row(table.table()))
                    .toList();
        }
        if (sql.contains("information_schema.PROCESSLIST")) {
            return List.copyOf(workers);
        }
        if (sql.startsWith(SqlSession.NO_WAIT + "(SELECT 1 FROM")) {
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
        for (TableName table : waitedFor) {
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

    private static Object[] row(@Nullable Object... values) {
        return values;
    }

    private static List<Object[]> rows(Object[]... rows) {
        return List.of(rows);
    }

    private final class Session implements SqlSession {

        private boolean isClosed;

        @Override
        public void execute(String sql) throws SQLException {
            answer(sql);
        }

        @Override
        public <T> List<T> query(RowReader<T> reader, String sql, String... parameters) throws SQLException {
            List<T> read = new ArrayList<>();
            for (Object[] row : answer(sql, parameters)) {
                read.add(reader.read(resultSet(row)));
            }
            return read;
        }

        @Override
        public String url() {
            return url;
        }

        @Override
        public String product() {
            return product;
        }

        @Override
        public String version() {
            return version;
        }

        @Override
        public boolean isLostBy(SQLException e) {
            return isClosed || SqlErrors.isBroken(e);
        }

        @Override
        public void abort() {
            close();
        }

        @Override
        public void close() {
            if (!isClosed) {
                isClosed = true;
                closed++;
            }
        }
    }

    private static ResultSet resultSet(@Nullable Object[] row) {
        return (ResultSet) Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, arguments) -> {
                    Object value = row[(Integer) arguments[0] - 1];
                    return switch (method.getName()) {
                        case "getString" -> value == null ? null : value.toString();
                        case "getInt" -> value == null ? 0 : Integer.valueOf(value.toString());
                        case "getLong" -> value == null ? 0L : Long.valueOf(value.toString());
                        case "getBoolean" -> value != null && !value.toString().equals("0");
                        default -> throw new AssertionError(method + Arrays.toString(arguments));
                    };
                });
    }
}
