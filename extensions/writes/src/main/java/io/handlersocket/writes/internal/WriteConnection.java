// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.guard.PortControl;
import io.handlersocket.client.internal.control.index.IndexOpener;
import io.handlersocket.client.internal.control.index.OpeningOutcome;
import io.handlersocket.client.internal.control.index.Port;
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
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to the write port, and the tables that are open on it. Control thread only.
 *
 * <p>An index is opened only if that cannot fail: after a failed opening, the server's worker refuses all inserts with
 * a given AUTO_INCREMENT value until a restart.
 */
final class WriteConnection implements Port<WriteTarget> {

    private static final Logger LOG = LoggerFactory.getLogger(WriteConnection.class);
    private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Discovery.Found found;
    private final Connection connection;
    private final long pauseNanos;
    private final Map<WriteTarget, WriteTable> checked = new HashMap<>();
    private final Map<TableName, Table> tables = new LinkedHashMap<>();
    private final LongSupplier nanoTime;
    private long nextCheckNanos;
    private int ids;

    /** @param pauseMillis the time until the connection must be closed for a pause */
    WriteConnection(Discovery.Found found, Connection connection, long pauseMillis, LongSupplier nanoTime) {
        this.found = found;
        this.connection = connection;
        this.nanoTime = nanoTime;
        long now = nanoTime.getAsLong();
        this.pauseNanos = now + TimeUnit.MILLISECONDS.toNanos(pauseMillis);
        this.nextCheckNanos = now + CHECK_NANOS;
    }

    Discovery.Found found() {
        return found;
    }

    Connection connection() {
        return connection;
    }

    Map<TableName, Table> tables() {
        return tables;
    }

    boolean isPauseDue() {
        return nanoTime.getAsLong() - pauseNanos >= 0;
    }

    boolean isCheckDue() {
        return nanoTime.getAsLong() - nextCheckNanos >= 0;
    }

    /** Returns the time until the next pause or check. */
    long nanosUntilDue() {
        long now = nanoTime.getAsLong();
        return Math.min(pauseNanos - now, nextCheckNanos - now);
    }

    /**
     * Returns the open tables that a session waits for. After the read guard's check it tries a change, because only
     * that sees a session that waits until all tables are read-only.
     *
     * @throws UnavailableException as {@link WriteDiscovery#refuseDrained}, and if {@code read_only} is on
     */
    List<TableName> blockedTables(SqlSession sql, DdlGuard guard) throws SQLException {
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
        nextCheckNanos = nanoTime.getAsLong() + CHECK_NANOS;
        return List.copyOf(blocked);
    }

    OpeningOutcome<WriteTarget> open(PortControl port, Collations collations, Set<WriteTarget> wanted)
            throws SQLException, NotUsableException {
        SqlSession sql = port.sessions().get();
        return new IndexOpener<>(
                        this, sql, port.holds(), port.sessions()::get, collations, List.of(connection), nanoTime)
                .open(wanted);
    }

    @Override
    public TableName table(WriteTarget wanted) {
        return wanted.table();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // an equal table that was read again may have other triggers or checks
    public OpenedIndex check(SqlSession session, WriteTarget wanted, Table table) throws SQLException {
        WriteTarget index = new WriteTarget(wanted.table(), wanted.index(), List.of());
        WriteTable writable = checked.get(index);
        if (writable == null || writable.table() != table) { // once per index, because other sessions wait meanwhile
            writable = WriteRules.read(session, table, wanted.index(), found.facts());
            WriteRules.tryEveryChange(session, table);
            checked.put(index, writable);
        }
        if (wanted.columns().stream().anyMatch(column -> table.column(column).isEmpty())) {
            throw new RefusedException(wanted.table() + ": a column was dropped: open the index again");
        }
        if (ids == Requests.MAX_INDEX_IDS) {
            throw new RefusedException(wanted.table() + ": too many combinations of columns (expected at most "
                    + Requests.MAX_INDEX_IDS + " at the same time)");
        }
        checked.put(wanted, writable);
        return writable.opened(wanted, ids++);
    }

    @Override
    public boolean mayFail() {
        return false;
    }

    /** Logs the harm that a failed opening does. The answer may come after the connection was closed, on any thread. */
    @Override
    public void sent(OpenedIndex index, CompletableFuture<?> answer) {
        answer.whenComplete((ok, failure) -> warnIfRefused(index, failure));
    }

    private static void warnIfRefused(OpenedIndex index, @Nullable Throwable failure) {
        if (failure != null && failure.getCause() instanceof ServerErrorException) {
            LOG.warn(
                    "{} could not be opened on the write port; until a restart the server may refuse inserts with a"
                            + " given AUTO_INCREMENT value. Use generated values, or restart the server",
                    index.wire(),
                    failure.getCause());
        }
    }

    /** Returns what the queue may send now. */
    Map<WriteTarget, WriteQueue.OpenTarget> opened(OpeningOutcome<WriteTarget> outcome) {
        Map<WriteTarget, WriteQueue.OpenTarget> opened = new LinkedHashMap<>();
        outcome.opened().forEach((target, index) -> {
            WriteTable table = Objects.requireNonNull(checked.get(target));
            opened.put(target, new WriteQueue.OpenTarget(index, table));
            tables.put(target.table(), table.table());
        });
        return opened;
    }
}
