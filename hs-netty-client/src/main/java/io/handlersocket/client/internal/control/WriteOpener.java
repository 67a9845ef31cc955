// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlHold;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.WriteQueue;
import io.handlersocket.client.internal.lookup.WriteShape;
import io.handlersocket.client.internal.lookup.WriteTable;
import io.handlersocket.client.internal.transport.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens indexes on the write port, while SQL holds their tables.
 *
 * <p>Nothing is opened there that could fail: after one failed opening, the server's worker refuses all inserts with a given
 * AUTO_INCREMENT value until it is restarted.
 */
final class WriteOpener {

    private static final Logger LOG = LoggerFactory.getLogger(WriteOpener.class);
    private static final long OPEN_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * What became of it.
     *
     * @param opened those that are open now
     * @param refused tables that must not be written to, or changed in a way that makes a shape mean something else
     * @param blocked tables that somebody waits for
     * @param broken whether an opening failed or was not answered: everything must be closed. Whatever the server is doing instead,
     *     it need not be this table that somebody waits for
     */
    record Outcome(
            Map<WriteShape, WriteQueue.Open> opened,
            Map<TableName, HandlerSocketException> refused,
            Set<TableName> blocked,
            boolean broken) {}

    private final SqlSession session;
    private final ServerFacts server;
    private final Collations collations;

    WriteOpener(SqlSession session, ServerFacts server, Collations collations) {
        this.session = session;
        this.server = server;
        this.collations = collations;
    }

    /** @param wanted with the id that each gets */
    Outcome open(Map<WriteShape, Integer> wanted, Connection connection) throws SQLException {
        collations.prepare(
                session, wanted.keySet().stream().map(WriteShape::table).collect(Collectors.toSet()));
        return SqlHold.during(session, () -> {
            Map<TableName, HandlerSocketException> refused = new HashMap<>();
            Set<TableName> blocked = new LinkedHashSet<>();
            Map<WriteShape, WriteTable> held = hold(wanted.keySet(), refused, blocked);
            Map<WriteShape, WriteQueue.Open> opened = new LinkedHashMap<>();
            boolean broken = false;
            for (Map.Entry<WriteShape, WriteTable> each : held.entrySet()) {
                WriteShape shape = each.getKey();
                OpenedIndex index = each.getValue().opened(shape, wanted.getOrDefault(shape, 0));
                if (!isOpened(connection, index, refused)) {
                    broken = true;
                    break;
                }
                opened.put(shape, new WriteQueue.Open(index, each.getValue()));
            }
            return new Outcome(opened, refused, blocked, broken);
        });
    }

    private Map<WriteShape, WriteTable> hold(
            Collection<WriteShape> wanted, Map<TableName, HandlerSocketException> refused, Set<TableName> blocked)
            throws SQLException {
        Map<WriteShape, WriteTable> held = new LinkedHashMap<>();
        Map<List<String>, WriteTable> read =
                new HashMap<>(); // many shapes are of one table, and locks are held meanwhile
        for (WriteShape shape : wanted) {
            TableName name = shape.table();
            try {
                List<String> key = List.of(name.schema(), name.table(), shape.index());
                WriteTable table = read.get(key);
                if (table == null) {
                    table = hold(name, shape.index());
                    read.put(key, table);
                }
                requireColumns(shape, table.table());
                held.put(shape, table);
            } catch (RefusedException | UnavailableException e) {
                refused.put(name, e);
            } catch (SQLException e) {
                if (SqlErrors.isLockWait(e)) {
                    blocked.add(name);
                } else if (session.isLostBy(e)) {
                    throw e;
                } else {
                    refused.put(name, new RefusedException(name + ": " + e.getMessage()));
                }
            }
        }
        held.keySet().removeIf(shape -> refused.containsKey(shape.table()) || blocked.contains(shape.table()));
        return held;
    }

    private WriteTable hold(TableName name, String index) throws SQLException {
        session.query(row -> row, SqlSession.NO_WAIT + "SELECT 1 FROM " + name.quoted() + " LIMIT 0");
        WriteTable table = WriteRules.read(session, name, index, server, collations);
        WriteRules.tryAll(session, table.table());
        return table;
    }

    private static void requireColumns(WriteShape shape, Table table) {
        if (shape.columns().stream().anyMatch(column -> table.column(column).isEmpty())) {
            throw new UnavailableException(
                    UnavailableException.Reason.NOT_OPEN, shape.table() + ": a column is gone: open the index again");
        }
    }

    private static boolean isOpened(
            Connection connection, OpenedIndex index, Map<TableName, HandlerSocketException> refused) {
        try {
            connection.open(index.wire(), OPEN_TIMEOUT_NANOS).get(2 * OPEN_TIMEOUT_NANOS, TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ServerErrorException refusal) {
                refused.put(index.wire().table(), refusal); // the next attempt would fail as well, and do more harm
                LOG.warn(
                        "{} could not be opened on the write port: until the server is restarted it may refuse inserts"
                                + " with a given AUTO_INCREMENT value",
                        index.wire(),
                        e);
            }
            return false;
        }
    }
}
