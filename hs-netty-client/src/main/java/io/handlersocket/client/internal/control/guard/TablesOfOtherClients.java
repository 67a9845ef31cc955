// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The tables of the same schemas that this client has not opened, but another client may have.
 *
 * <p>A worker of the server keeps a table open until the worker has no connection of any client. So the connections of
 * this client also keep tables open that another client opened, even after that client has stopped. A session that
 * waits for such a table waits for this client.
 */
final class TablesOfOtherClients {

    /** If there are more tables, none is watched: the session that alters one must take the drain lock. */
    private static final int MAX_TABLES = 300;

    private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int REFRESHES_UNTIL_ASKED_AGAIN = 6;
    private static final String BASE_TABLES = SqlSession.NO_WAIT + "SELECT TABLE_NAME"
            + " FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE'";

    /** The server answers while a session waits for an exclusive lock; while one has it, with a warning and no row. */
    private static final String A_COLUMN = SqlSession.NO_WAIT + "SELECT 1 FROM information_schema.COLUMNS"
            + " WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? LIMIT 1";

    private final LongSupplier nanoTime;
    private final Set<TableName> tables = new LinkedHashSet<>();
    private final Set<TableName> hidden = new HashSet<>();
    private final Set<TableName> changing = new TreeSet<>();
    private int refreshes;
    private long refreshedNanos;

    TablesOfOtherClients(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.refreshedNanos = nanoTime.getAsLong() - REFRESH_NANOS;
    }

    /** Returns the other tables of the schemas of the open tables and of the session's own schema, up to 10 s old. */
    Collection<TableName> tables(SqlSession session, String ownSchema, Set<TableName> open) throws SQLException {
        long now = nanoTime.getAsLong();
        if (now - refreshedNanos >= REFRESH_NANOS) {
            refreshedNanos = now;
            refresh(session, ownSchema, open);
        }
        for (TableName table : List.copyOf(changing)) {
            if (!isChanging(session, table)) {
                changing.remove(table);
            }
        }
        return tables.stream().filter(table -> !open.contains(table)).toList();
    }

    private void refresh(SqlSession session, String ownSchema, Set<TableName> open) throws SQLException {
        Set<String> schemas = new TreeSet<>();
        if (!ownSchema.isEmpty()) {
            schemas.add(ownSchema);
        }
        open.forEach(table -> schemas.add(table.schema()));
        Set<TableName> found = new TreeSet<>();
        for (String schema : schemas) {
            try {
                found.addAll(session.query(row -> new TableName(schema, row.getString(1)), BASE_TABLES, schema));
            } catch (SQLException e) {
                session.throwIfLost(e);
                return; // a session is changing a table: keep the last list
            }
        }
        // A statement that has dropped the table, or has not made it, changes it no more.
        changing.retainAll(found);
        if (refreshes++ % REFRESHES_UNTIL_ASKED_AGAIN == 0) {
            hidden.clear(); // a table that was dropped may exist again
        }
        found.removeAll(hidden);
        tables.clear();
        if (found.size() <= MAX_TABLES) {
            tables.addAll(found);
        }
    }

    boolean isHidden(TableName table) {
        return hidden.contains(table) || changing.contains(table);
    }

    /**
     * Leaves out a table while a statement changes or creates it; returns whether one does. That statement has an
     * exclusive lock: no client has the table open, and no session waits for one.
     */
    boolean hideIfChanging(SqlSession session, TableName table) throws SQLException {
        return isChanging(session, table) && changing.add(table);
    }

    private static boolean isChanging(SqlSession session, TableName table) throws SQLException {
        return session.query(row -> row, A_COLUMN, table.schema(), table.table())
                .isEmpty();
    }

    /** Leaves out, for a minute, a table that was dropped or that the account may not read. */
    void hide(TableName table) {
        tables.remove(table);
        hidden.add(table);
    }
}
