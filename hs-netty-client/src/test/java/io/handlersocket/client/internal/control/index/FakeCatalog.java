// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The SQL session of a server with tables of one INT primary key, {@code id}, and further columns that a test names.
 */
final class FakeCatalog implements SqlSession {

    /** The columns besides the key of each table. */
    final Map<TableName, List<String>> tables = new TreeMap<>();

    /** Tables whose lock a session waits for, when a hold is made and afterwards. */
    final Set<TableName> waitedFor = new HashSet<>();

    /** Tables that a session is seen to wait for only after the hold. */
    final Set<TableName> waitedForAfterHold = new HashSet<>();

    /** Every query fails with it. */
    @Nullable
    SQLException failure;

    /** What was executed, queried and, by {@link FakeConnection}, opened, in order. */
    final List<String> log = new ArrayList<>();

    long tableLocks;
    private boolean holds;

    @Override
    public void execute(String sql) {
        log.add(sql);
        holds = sql.startsWith("START") || (holds && !sql.startsWith("ROLLBACK"));
    }

    @Override
    public <T> List<T> query(RowReader<T> reader, String sql, String... parameters) throws SQLException {
        List<T> read = new ArrayList<>();
        for (Object[] row : answer(sql, parameters)) {
            read.add(reader.read(resultSet(row)));
        }
        return read;
    }

    private List<Object[]> answer(String sql, String... parameters) throws SQLException {
        if (failure != null) {
            throw failure;
        }
        if (sql.contains("Handlersocket_hs_table_lock")) {
            return rows(row("Handlersocket_hs_table_lock", tableLocks));
        }
        if (sql.startsWith(NO_WAIT + "SELECT DISTINCT CHARACTER_SET_NAME")) {
            return List.of();
        }
        if (parameters.length == 0) {
            log.add(sql.substring(NO_WAIT.length()));
            return select(sql);
        }
        TableName name = new TableName(parameters[0], parameters[1]);
        List<String> columns = tables.get(name);
        if (columns == null) {
            return List.of();
        }
        if (sql.contains("information_schema.TABLES")) {
            return rows(row(1, name.schema(), name.table(), "BASE TABLE", "InnoDB", ""));
        }
        if (sql.contains("information_schema.COLUMNS")) {
            List<Object[]> described = new ArrayList<>(rows(column("id", "NO")));
            columns.forEach(column -> described.add(column(column, "YES")));
            return described;
        }
        if (sql.contains("information_schema.STATISTICS")) {
            return rows(row("PRIMARY", 0, "BTREE", "id", null, "A"));
        }
        throw new AssertionError("no answer to " + sql);
    }

    private List<Object[]> select(String sql) throws SQLException {
        Set<TableName> waiting = new HashSet<>(waitedFor);
        if (!holds) {
            waiting.addAll(waitedForAfterHold);
        }
        for (TableName table : waiting) {
            if (sql.contains(table.quoted())) {
                throw new SQLException("Lock wait timeout exceeded", "HY000", 1205);
            }
        }
        if (tables.keySet().stream().noneMatch(table -> sql.contains(table.quoted()))) {
            throw new SQLException("Table doesn't exist", "42S02", 1146);
        }
        return List.of();
    }

    private static Object[] column(String name, String nullable) {
        return row(name, "int", "int(11)", null, null, 10, 0, null, null, null, nullable, null);
    }

    private static Object[] row(@Nullable Object... values) {
        return values;
    }

    private static List<Object[]> rows(Object[]... rows) {
        return List.of(rows);
    }

    private static ResultSet resultSet(@Nullable Object[] row) {
        return (ResultSet) Proxy.newProxyInstance(
                ResultSet.class.getClassLoader(), new Class<?>[] {ResultSet.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("wasNull")) {
                        return false;
                    }
                    Object value = row[(Integer) arguments[0] - 1];
                    String text = value == null ? "0" : value.toString();
                    return switch (method.getName()) {
                        case "getString" -> value == null ? null : text;
                        case "getInt" -> Integer.valueOf(text);
                        case "getLong" -> Long.valueOf(text);
                        case "getBoolean" -> !text.equals("0");
                        default -> throw new AssertionError(method);
                    };
                });
    }

    @Override
    public String url() {
        return "";
    }

    @Override
    public String product() {
        return "MariaDB";
    }

    @Override
    public String version() {
        return "10.11.19-MariaDB";
    }

    @Override
    public boolean isLostBy(SQLException e) {
        return SqlErrors.isBroken(e);
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
}
