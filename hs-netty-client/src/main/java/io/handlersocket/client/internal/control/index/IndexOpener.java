// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.guard.HeldOpenings;
import io.handlersocket.client.internal.control.guard.HeldOpenings.NoSessionException;
import io.handlersocket.client.internal.control.sql.CatalogReader;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.transport.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * One opening of indexes on the connections to a port, under an SQL hold of their tables.
 *
 * <p>Opening a view crashes the server, and a table can become a view after a check. So each table is first taken,
 * without waiting: until the hold ends, RENAME, DROP and CREATE OR REPLACE VIEW wait. Then the catalogue is read, and
 * only then are indexes opened. The {@link Port} proves that the account has the rights it needs.
 *
 * @param <W> what identifies an index to open
 */
public final class IndexOpener<W> {

    /** How long the server may take to answer the openings of one hold. */
    public static final Duration OPEN_TIMEOUT = Duration.ofSeconds(1);

    /**
     * The time after which a hold takes no further table. Each costs several round trips over SQL; meanwhile no guard
     * checks, and DDL on the tables before it waits.
     */
    static final Duration HOLD = Duration.ofMillis(300);

    /** The same limit for the questions about the collations of the tables, which come before the hold. */
    private static final Duration PREPARE = Duration.ofMillis(150);

    private final Port<W> port;
    private SqlSession session;
    private final HeldOpenings holds;
    private final SqlSessions.Source fresh;
    private final Collations collations;
    private final Collection<? extends ServerConnection> connections;
    private final Map<W, OpenedIndex> opened = new LinkedHashMap<>();
    private final Set<TableName> blocked = new LinkedHashSet<>();
    private final Map<W, RefusedException> refused = new LinkedHashMap<>();
    private final Map<W, ServerErrorException> failed = new LinkedHashMap<>();
    private final Set<TableName> unanswered = new LinkedHashSet<>();
    private final Set<W> postponed = new LinkedHashSet<>();
    private final LongSupplier nanoTime;

    /** @param fresh opens another session, after this one was handed over */
    public IndexOpener(
            Port<W> port,
            SqlSession session,
            HeldOpenings holds,
            SqlSessions.Source fresh,
            Collations collations,
            Collection<? extends ServerConnection> connections,
            LongSupplier nanoTime) {
        this.port = port;
        this.session = session;
        this.holds = holds;
        this.fresh = fresh;
        this.collations = collations;
        this.connections = connections;
        this.nanoTime = nanoTime;
    }

    /**
     * Opens these indexes, or as many as the hold has time for. If it throws {@link SQLException}, the state of the
     * indexes is unknown, and every connection must be closed.
     */
    public OpeningOutcome<W> open(Collection<W> wanted) throws SQLException, NotUsableException {
        try {
            Set<W> again = attempt(prepared(wanted), port.mayFail());
            if (!again.isEmpty() && unanswered.isEmpty()) {
                // During a RENAME the server answers as for a table that does not exist. The RENAME has ended now.
                failed.clear();
                attempt(again, ChangeLock.isSoonFree(session, tables(again)));
            }
        } catch (NoSessionException e) {
            postponed.clear(); // undecided: not tried again at once
        }
        if (unanswered.isEmpty()) {
            failed.forEach((one, error) -> refused.put(one, refusal(one, error)));
        }
        postponed.removeIf(one -> blocked.contains(port.table(one)));
        Set<W> undecided = new LinkedHashSet<>(wanted);
        undecided.removeIf(one -> opened.containsKey(one)
                || refused.containsKey(one)
                || postponed.contains(one)
                || blocked.contains(port.table(one)));
        return new OpeningOutcome<>(opened, blocked, refused, unanswered, postponed, undecided);
    }

    private RefusedException refusal(W index, ServerErrorException error) {
        RefusedException refusal = new RefusedException(index + ": the server does not open it (" + error.code() + ' '
                + error.error() + ")" + (port.mayFail() ? ", and no session waits for a lock on the table" : ""));
        refusal.initCause(error);
        return refusal;
    }

    /** Asks for the collations of as many tables as there is time for; returns the indexes of these. */
    private List<W> prepared(Collection<W> wanted) throws SQLException {
        long start = nanoTime.getAsLong();
        Set<TableName> tables = new LinkedHashSet<>();
        List<W> prepared = new ArrayList<>();
        for (W one : wanted) {
            TableName table = port.table(one);
            if (!tables.contains(table)) {
                if (!tables.isEmpty() && nanoTime.getAsLong() - start >= PREPARE.toNanos()) {
                    postponed.add(one);
                    continue;
                }
                collations.prepare(session, List.of(table));
                tables.add(table);
            }
            prepared.add(one);
        }
        return prepared;
    }

    /**
     * Returns the indexes to try again: those that were not opened, unless a session waits for their table. Asks for
     * waiting sessions a last time before the openings are sent, if so told.
     */
    private Set<W> attempt(Collection<W> wanted, boolean ask)
            throws SQLException, NotUsableException, NoSessionException {
        Set<W> again = holds.hold(session, hold -> {
            Map<W, OpenedIndex> held = hold(wanted, hold);
            Set<W> contested = ask ? contested(held.keySet()) : new LinkedHashSet<>();
            held.keySet().removeAll(contested);
            openOnAll(held, hold);
            return contested;
        });
        if (port.mayFail()) {
            again.addAll(failed.keySet());
        }
        // After the hold: a transaction has the locks already, so a check in it would see no waiting session.
        Set<TableName> doubtful = tables(again);
        doubtful.addAll(unanswered);
        if (!doubtful.isEmpty() && session.isHandedOver()) {
            session = fresh.open();
        }
        for (TableName table : doubtful) {
            if (DdlGuard.hasWaitingSession(session, List.of(table))) {
                blocked.add(table);
            }
        }
        failed.keySet().removeIf(one -> blocked.contains(port.table(one)));
        again.removeIf(one -> blocked.contains(port.table(one)));
        return again;
    }

    private Set<W> contested(Collection<W> held) throws SQLException {
        Set<TableName> contested = new LinkedHashSet<>();
        for (TableName table : tables(held)) {
            if (ChangeLock.isRefused(session, table)) {
                contested.add(table);
            }
        }
        return held.stream()
                .filter(one -> contested.contains(port.table(one)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Set<TableName> tables(Collection<W> wanted) {
        return wanted.stream().map(port::table).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Makes DDL on the tables wait, and decides how to open the indexes of those that are held. */
    private Map<W, OpenedIndex> hold(Collection<W> wanted, HeldOpenings.Hold hold) throws SQLException {
        Map<W, OpenedIndex> held = new LinkedHashMap<>();
        Map<TableName, Table> tables = new LinkedHashMap<>();
        long start = nanoTime.getAsLong();
        boolean any = false;
        for (W one : wanted) {
            TableName name = port.table(one);
            if (blocked.contains(name)) {
                continue;
            }
            if (holds.isUnanswered(name)) { // another opening would wait in the server too
                blocked.add(name);
                continue;
            }
            if (any
                    && !tables.containsKey(name)
                    && (hold.isSilent() || nanoTime.getAsLong() - start >= HOLD.toNanos())) {
                postponed.add(one);
                continue;
            }
            any = true;
            try {
                Table table = tables.get(name);
                if (table == null) {
                    hold.take(name);
                    table = CatalogReader.read(session, name, collations);
                    tables.put(name, table);
                }
                held.put(one, port.check(session, one, table));
            } catch (RefusedException e) {
                refused.put(one, e);
            } catch (SQLException e) {
                if (SqlErrors.isLockWait(e)) {
                    blocked.add(name);
                } else if (SqlErrors.isAborted(e)) {
                    postponed.add(one);
                } else if (session.isLostBy(e)) {
                    throw e;
                } else { // dropped, no privilege, crashed, an invalid view: other tables are not affected
                    refused.put(one, new RefusedException(name + ": " + SqlErrors.message(e)));
                }
            }
        }
        held.keySet().removeIf(one -> blocked.contains(port.table(one)));
        return held;
    }

    /**
     * Opens the indexes on one connection after the other, and on no further one if an answer is missing. A statement
     * may begin to wait for the table just now. Then an opening waits in the server as long as its
     * {@code lock_wait_timeout}, and those on one worker wait one after the other. The statement waits for all of them.
     */
    private void openOnAll(Map<W, OpenedIndex> held, HeldOpenings.Hold hold) throws SQLException {
        long deadline = nanoTime.getAsLong() + OPEN_TIMEOUT.toNanos();
        Map<W, OpenedIndex> open = new LinkedHashMap<>(held);
        boolean answered = true;
        for (ServerConnection connection : connections) {
            if (!answered) {
                return; // nothing is open on every connection
            }
            answered = openOn(connection, open, hold, deadline);
        }
        opened.putAll(open);
    }

    /** Keeps the indexes that the connection has opened; returns whether every answer has come. */
    private boolean openOn(ServerConnection connection, Map<W, OpenedIndex> open, HeldOpenings.Hold hold, long deadline)
            throws SQLException {
        Map<W, CompletableFuture<?>> answers = new LinkedHashMap<>();
        for (Map.Entry<W, OpenedIndex> one : open.entrySet()) {
            CompletableFuture<?> answer = send(port.table(one.getKey()), one.getValue(), connection, hold, deadline);
            answers.put(one.getKey(), answer);
            if ((!port.mayFail() || hold.isSilent())
                    && HeldOpenings.await(answer, deadline - nanoTime.getAsLong()) != null) {
                break;
            }
        }
        open.keySet().retainAll(answers.keySet());
        boolean answered = true;
        for (Map.Entry<W, CompletableFuture<?>> one : answers.entrySet()) {
            W wanted = one.getKey();
            Throwable failure = HeldOpenings.await(one.getValue(), deadline - nanoTime.getAsLong());
            if (failure != null) {
                open.remove(wanted);
                answered &= failure instanceof ServerErrorException;
            }
            if (failure instanceof ServerErrorException error) {
                failed.put(wanted, error);
            } else if (failure instanceof TimeoutException) {
                unanswered.add(port.table(wanted));
            }
        }
        return answered;
    }

    private CompletableFuture<?> send(
            TableName table, OpenedIndex index, ServerConnection connection, HeldOpenings.Hold hold, long deadline)
            throws SQLException {
        CompletableFuture<?> answer =
                hold.send(table, () -> connection.open(index.wire(), Math.max(1, deadline - nanoTime.getAsLong())));
        port.sent(index, answer);
        return answer;
    }
}
