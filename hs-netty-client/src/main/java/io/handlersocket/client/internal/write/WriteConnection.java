// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.write;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.guard.HeldOpenings;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.transport.shared.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to the write port and the SQL session that guards it. Control thread only.
 *
 * <p>It opens indexes under an SQL hold, and only if that cannot fail: after a failed opening, the server's worker
 * refuses all inserts with a given AUTO_INCREMENT value until a restart.
 */
final class WriteConnection {

    private static final Logger LOG = LoggerFactory.getLogger(WriteConnection.class);
    private static final long OPEN_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /**
     * The result of an opening.
     *
     * @param opened the targets that were opened
     * @param refused the tables that must not be written to, and those that changed
     * @param blocked the tables that an SQL session waits for
     */
    record Outcome(
            Map<WriteTarget, WriteQueue.OpenTarget> opened,
            Map<TableName, HandlerSocketException> refused,
            Set<TableName> blocked) {}

    private final SqlSession sql;
    private final HeldOpenings holds;
    private final Discovery.Found found;
    private final Connection connection;
    private final Collations collations;
    private final long pauseNanos;
    private final Map<TableName, Table> tables = new LinkedHashMap<>();
    private long nextCheckNanos = System.nanoTime() + CHECK_NANOS;
    private int ids;
    private boolean broken;

    /** @param pauseMillis the time until the connection must be closed for a pause */
    WriteConnection(
            SqlSession sql,
            HeldOpenings holds,
            Discovery.Found found,
            Connection connection,
            Collations collations,
            long pauseMillis) {
        this.sql = sql;
        this.holds = holds;
        this.found = found;
        this.connection = connection;
        this.collations = collations;
        this.pauseNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
    }

    SqlSession sql() {
        return sql;
    }

    Discovery.Found found() {
        return found;
    }

    Connection connection() {
        return connection;
    }

    /** Returns the open tables by name. */
    Map<TableName, Table> tables() {
        return tables;
    }

    /**
     * Returns whether the connection must be closed, because an opening failed or was not answered. An unanswered
     * opening does not prove that a session waits for that table: the server may be busy with another.
     */
    boolean isBroken() {
        return broken;
    }

    boolean isPauseDue() {
        return System.nanoTime() - pauseNanos >= 0;
    }

    boolean isCheckDue() {
        return System.nanoTime() - nextCheckNanos >= 0;
    }

    /** Returns the time until the next pause or check. */
    long nanosUntilDue() {
        long now = System.nanoTime();
        return Math.min(pauseNanos - now, nextCheckNanos - now);
    }

    /**
     * Returns the open tables that a session waits for. After the read guard's check it tries a change, because only
     * that sees a session that waits until all tables are read-only.
     *
     * @throws UnavailableException as {@link WriteDiscovery#refuseDrained}, and if {@code read_only} is on
     */
    List<TableName> blockedTables(DdlGuard guard) throws SQLException {
        WriteDiscovery.refuseDrained(sql, found);
        WriteDiscovery.refuseReadOnly(sql);
        Map<TableName, List<String>> open = new LinkedHashMap<>();
        tables.keySet().forEach(name -> open.put(name, List.of())); // writes need other rights, which WriteRules checks
        Set<TableName> blocked =
                new LinkedHashSet<>(guard.tablesToClose(sql, found.facts().schema(), open, List.of()));
        for (Table table : tables.values()) {
            try {
                WriteRules.touch(sql, table);
            } catch (SQLException e) {
                if (!SqlErrors.isLockWait(e)) {
                    throw e; // a lost session, or a busy server, which says nothing of the table
                }
                blocked.add(table.name());
            }
        }
        nextCheckNanos = System.nanoTime() + CHECK_NANOS;
        return List.copyOf(blocked);
    }

    Outcome open(Set<WriteTarget> wanted) throws SQLException {
        collations.prepare(sql, wanted.stream().map(WriteTarget::table).collect(Collectors.toSet()));
        Outcome outcome = new Outcome(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashSet<>());
        return holds.hold(sql, hold -> {
            for (Map.Entry<WriteTarget, WriteTable> one : hold(wanted, outcome).entrySet()) {
                open(one.getKey(), one.getValue(), hold, outcome);
            }
            return outcome;
        });
    }

    /** Reads the definitions and locks the tables until the hold ends. */
    private Map<WriteTarget, WriteTable> hold(Set<WriteTarget> wanted, Outcome outcome) throws SQLException {
        Map<WriteTarget, WriteTable> held = new LinkedHashMap<>();
        Map<WriteTarget, WriteTable> read = new HashMap<>(); // once per index, because other sessions wait meanwhile
        for (WriteTarget target : wanted) {
            TableName name = target.table();
            if (holds.isUnanswered(name)) {
                outcome.blocked().add(name);
                continue;
            }
            try {
                WriteTarget key = new WriteTarget(name, target.index(), List.of());
                WriteTable table = read.get(key);
                if (table == null) {
                    table = hold(name, target.index());
                    read.put(key, table);
                }
                requireColumns(target, table.table());
                if (ids + held.size() == Requests.MAX_INDEX_IDS) {
                    throw new RefusedException(name + ": too many combinations of columns (expected at most "
                            + Requests.MAX_INDEX_IDS + " at the same time)");
                }
                held.put(target, table);
            } catch (RefusedException | UnavailableException e) {
                outcome.refused().put(name, e);
            } catch (SQLException e) {
                if (SqlErrors.isLockWait(e)) {
                    outcome.blocked().add(name);
                } else if (sql.isLostBy(e)) {
                    throw e;
                } else {
                    outcome.refused().put(name, new RefusedException(name + ": " + e.getMessage()));
                }
            }
        }
        held.keySet()
                .removeIf(target -> outcome.refused().containsKey(target.table())
                        || outcome.blocked().contains(target.table()));
        return held;
    }

    private WriteTable hold(TableName name, String index) throws SQLException {
        sql.query(row -> row, SqlSession.NO_WAIT + "SELECT 1 FROM " + name.quoted() + " LIMIT 0");
        WriteTable table = WriteRules.read(sql, name, index, found.facts(), collations);
        WriteRules.tryEveryChange(sql, table.table());
        return table;
    }

    private static void requireColumns(WriteTarget target, Table table) {
        if (target.columns().stream().anyMatch(column -> table.column(column).isEmpty())) {
            throw new UnavailableException(
                    UnavailableException.Reason.NOT_OPEN,
                    target.table() + ": a column was dropped: open the index again");
        }
    }

    private void open(WriteTarget target, WriteTable table, HeldOpenings.Hold hold, Outcome outcome)
            throws SQLException {
        if (broken) {
            return;
        }
        OpenedIndex index = table.opened(target, ids++);
        // The answer may come later, after the connection was closed.
        CompletableFuture<?> opening =
                hold.send(target.table(), () -> connection.open(index.wire(), OPEN_TIMEOUT_NANOS));
        opening.whenComplete((ok, refusal) -> warnIfRefused(index, refusal));
        Throwable failure = HeldOpenings.await(opening, OPEN_TIMEOUT_NANOS);
        broken = failure != null;
        if (!broken) {
            outcome.opened().put(target, new WriteQueue.OpenTarget(index, table));
            tables.put(target.table(), table.table());
        } else if (failure instanceof ServerErrorException refusal) {
            outcome.refused().put(target.table(), refusal); // no other attempt, because that does more harm
        }
    }

    /** Logs the harm that a failed opening does. Any thread. */
    private static void warnIfRefused(OpenedIndex index, @Nullable Throwable failure) {
        if (failure != null && failure.getCause() instanceof ServerErrorException) {
            LOG.warn(
                    "{} could not be opened on the write port; until a restart the server may refuse inserts with a"
                            + " given AUTO_INCREMENT value. Use generated values, or restart the server",
                    index.wire(),
                    failure.getCause());
        }
    }
}
