// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.FakeServer;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The SQL session of a server with tables of one INT primary key, {@code id}, and further columns that a test names.
 */
final class FakeCatalog {

    /** The columns besides the key of each table. */
    final Map<TableName, List<String>> tables = new TreeMap<>();

    /** Tables whose lock a session waits for, when a hold is made and afterwards. */
    final Set<TableName> waitedFor = new HashSet<>();

    /** Tables that a session is seen to wait for only after the hold. */
    final Set<TableName> waitedForAfterHold = new HashSet<>();

    /** Tables of which a lock for changes is refused, and how often. */
    final Map<TableName, Integer> refusesUpdates = new HashMap<>();

    /** Every query fails with it. */
    @Nullable
    SQLException failure;

    /** What was executed, queried and, by {@link FakeConnection}, opened, in order. */
    final List<String> log = new CopyOnWriteArrayList<>();

    /** How long it takes to read the definition of a table. */
    long delayMillis;

    long tableLocks;

    SqlSession session() throws SQLException {
        AtomicBoolean holds = new AtomicBoolean();
        return FakeServer.sessionOf((sql, parameters) -> answer(sql, parameters, holds));
    }

    private List<Object[]> answer(String sql, List<String> parameters, AtomicBoolean holds) throws SQLException {
        if (!sql.contains("SELECT") && !sql.contains("SHOW")) {
            log.add(sql);
            holds.set(sql.startsWith("START") || (holds.get() && !sql.startsWith("ROLLBACK")));
            return List.of();
        }
        if (failure != null) {
            throw failure;
        }
        if (sql.contains("CONNECTION_ID") || sql.contains("PROCESSLIST")) {
            return rows(row("7"));
        }
        if (sql.contains("Handlersocket_hs_table_lock")) {
            return rows(row("Handlersocket_hs_table_lock", tableLocks));
        }
        if (sql.startsWith(SqlSession.NO_WAIT + "SELECT DISTINCT CHARACTER_SET_NAME")) {
            return List.of();
        }
        if (parameters.isEmpty()) {
            log.add(sql.substring(SqlSession.NO_WAIT.length()));
            return select(sql, holds.get());
        }
        TableName name = new TableName(parameters.get(0), parameters.get(1));
        List<String> columns = tables.get(name);
        if (columns == null) {
            return List.of();
        }
        if (sql.contains("information_schema.TABLES")) {
            sleep();
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
        if (sql.contains("TRIGGER")) {
            return List.of();
        }
        throw new AssertionError("no answer to " + sql);
    }

    private void sleep() throws SQLException {
        try {
            Thread.sleep(delayMillis);
        } catch (InterruptedException e) {
            throw new SQLException(e);
        }
    }

    private List<Object[]> select(String sql, boolean holds) throws SQLException {
        Set<TableName> waiting = new HashSet<>(waitedFor);
        if (sql.contains("FOR UPDATE")) {
            refusesUpdates.forEach((table, times) -> {
                if (times > 0 && sql.contains(table.quoted())) {
                    waiting.add(table);
                }
            });
            refusesUpdates.replaceAll((table, times) -> sql.contains(table.quoted()) ? times - 1 : times);
        }
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
}
