// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.catalog.TableName;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * The tables of the same schemas that this client has not opened, but another may have.
 *
 * <p>A worker of the server keeps each table that any client ever opened until it has no connection at all. So connections of
 * this client keep tables open that it knows nothing of: those of an application that was stopped, or of the version before.
 * Whoever waits for such a table waits for this client too.
 */
public final class Neighbours {

    /** More tables than this are not watched: their DDL takes the drain lock. */
    private static final int MAX_TABLES = 300;

    private static final long REFRESH_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int REFRESHES_UNTIL_ASKED_AGAIN = 6;
    private static final String BASE_TABLES = SqlSession.NO_WAIT + "SELECT TABLE_NAME"
            + " FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_TYPE = 'BASE TABLE'";

    private final Set<TableName> tables = new LinkedHashSet<>();
    private final Set<TableName> hidden = new HashSet<>();
    private int refreshes;
    private boolean known;
    private long refreshedNanos;

    /** The neighbours of these tables in their schemas and in the session's own, as of some seconds ago. */
    public Collection<TableName> of(SqlSession session, String ownSchema, Set<TableName> open) throws SQLException {
        long now = System.nanoTime();
        if (!known || now - refreshedNanos > REFRESH_NANOS) {
            refreshedNanos = now;
            known = true;
            refresh(session, ownSchema, open);
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
                if (session.isLostBy(e)) {
                    throw e;
                }
                return; // somebody changes a table at this moment: the list of before will do
            }
        }
        if (refreshes++ % REFRESHES_UNTIL_ASKED_AGAIN == 0) {
            hidden.clear(); // what was gone for a moment may be there again
        }
        found.removeAll(hidden);
        tables.clear();
        if (found.size() <= MAX_TABLES) {
            tables.addAll(found);
        }
    }

    /** Does not ask for this table again: it is gone, or the account may not read it. For a minute. */
    void forget(TableName table) {
        tables.remove(table);
        hidden.add(table);
    }
}
