// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.guard.DdlGuard;
import io.handlersocket.client.internal.control.guard.HeldOpenings;
import io.handlersocket.client.internal.control.sql.CatalogReader;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.ReplyLayout;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.internal.transport.WireIndex;
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
 * One opening of indexes, under an SQL hold of their tables.
 *
 * <p>Opening a view crashes the server, and a table can become a view after a check. So a transaction first reads no
 * row of each table, without waiting: until it ends, RENAME, DROP and CREATE OR REPLACE VIEW wait. Then the catalogue
 * is read, and only then are indexes opened. The same statement proves that the account may read the columns.
 */
final class IndexOpener {

    static final Duration OPEN_TIMEOUT = Duration.ofSeconds(1);

    /**
     * The time after which a hold takes no further table. Each costs several round trips over SQL; meanwhile no guard
     * checks, and DDL on the tables before it waits.
     */
    static final Duration HOLD = Duration.ofMillis(300);

    /** The same limit for the questions about the collations of the tables, which come before the hold. */
    private static final Duration PREPARE = Duration.ofMillis(150);

    /** An index to open, and its id. */
    record Wanted(IndexState shared, int id) {

        TableName table() {
            return shared.table();
        }
    }

    private SqlSession session;
    private final HeldOpenings holds;
    private final SqlSessions.Source fresh;
    private final ServerFacts server;
    private final Collations collations;
    private final Collection<? extends ServerConnection> connections;
    private final Map<IndexState, OpenedIndex> opened = new LinkedHashMap<>();
    private final Set<TableName> blocked = new LinkedHashSet<>();
    private final Map<IndexState, RefusedException> refused = new LinkedHashMap<>();
    private final Map<Wanted, ServerErrorException> failed = new LinkedHashMap<>();
    private final Set<TableName> unanswered = new LinkedHashSet<>();
    private final Set<IndexState> postponed = new LinkedHashSet<>();
    private final LongSupplier clock;

    /**
     * @param fresh opens another session, after this one was handed over
     * @param clock as {@link System#nanoTime()}, for the duration of the hold
     */
    IndexOpener(
            SqlSession session,
            HeldOpenings holds,
            SqlSessions.Source fresh,
            ServerFacts server,
            Collations collations,
            Collection<? extends ServerConnection> connections,
            LongSupplier clock) {
        this.session = session;
        this.holds = holds;
        this.fresh = fresh;
        this.server = server;
        this.collations = collations;
        this.connections = connections;
        this.clock = clock;
    }

    /**
     * @throws SQLException if the session broke: the state of the indexes is unknown, and every connection must be
     *     closed
     */
    OpeningOutcome open(Collection<Wanted> wanted) throws SQLException, NotUsableException {
        Set<Wanted> again = attempt(prepared(wanted), true);
        if (!again.isEmpty() && unanswered.isEmpty()) {
            // During a RENAME the server answers as for a table that does not exist. The RENAME has ended now.
            failed.clear();
            attempt(again, false);
        }
        if (unanswered.isEmpty()) {
            failed.forEach((one, error) -> refused.put(
                    one.shared(),
                    new RefusedException(one.shared() + ": the server does not open it (" + error.code() + ' '
                            + error.error() + "), and no session waits for a lock on the table")));
        }
        postponed.removeIf(index -> blocked.contains(index.table()));
        return new OpeningOutcome(opened, blocked, refused, unanswered, postponed);
    }

    /** Asks for the collations of as many tables as there is time for; returns the indexes of these. */
    private List<Wanted> prepared(Collection<Wanted> wanted) throws SQLException {
        long start = clock.getAsLong();
        Set<TableName> tables = new LinkedHashSet<>();
        List<Wanted> prepared = new ArrayList<>();
        for (Wanted one : wanted) {
            if (!tables.contains(one.table())) {
                if (!tables.isEmpty() && clock.getAsLong() - start >= PREPARE.toNanos()) {
                    postponed.add(one.shared());
                    continue;
                }
                collations.prepare(session, List.of(one.table()));
                tables.add(one.table());
            }
            prepared.add(one);
        }
        return prepared;
    }

    /**
     * Returns the indexes that were not opened, unless a session waits for their table.
     *
     * @param ask whether to ask a last time, before the openings are sent, if a session waits
     */
    private Set<Wanted> attempt(Collection<Wanted> wanted, boolean ask) throws SQLException, NotUsableException {
        Set<Wanted> again = holds.hold(session, hold -> {
            Map<Wanted, ReplyLayout> held = hold(wanted);
            Set<Wanted> contested = ask ? contested(held.keySet()) : new LinkedHashSet<>();
            held.keySet().removeAll(contested);
            send(held, hold);
            return contested;
        });
        again.addAll(failed.keySet());
        // After the hold: its transaction has the locks already, so the check in it would see no waiting session.
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
        failed.keySet().removeIf(one -> blocked.contains(one.table()));
        again.removeIf(one -> blocked.contains(one.table()));
        return again;
    }

    /**
     * Returns the indexes whose table a session may wait for. Asks for a lock that the hold does not have, because only
     * that is refused while a session waits. {@code LOCK TABLES … READ} refuses it too, and a read-only server does not
     * tell.
     */
    private Set<Wanted> contested(Collection<Wanted> held) throws SQLException {
        Set<TableName> contested = new LinkedHashSet<>();
        for (TableName table : tables(held)) {
            try {
                select("1", table, " FOR UPDATE");
            } catch (SQLException e) {
                if (session.isLostBy(e)) {
                    throw e;
                }
                if (SqlErrors.isLockWait(e)) {
                    contested.add(table);
                }
            }
        }
        return held.stream()
                .filter(one -> contested.contains(one.table()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Set<TableName> tables(Collection<Wanted> wanted) {
        return wanted.stream().map(Wanted::table).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Makes DDL on the tables wait, and decides how to read those that are held. */
    private Map<Wanted, ReplyLayout> hold(Collection<Wanted> wanted) throws SQLException {
        Map<Wanted, ReplyLayout> held = new LinkedHashMap<>();
        Map<TableName, Table> tables = new LinkedHashMap<>();
        long start = clock.getAsLong();
        boolean any = false;
        for (Wanted one : wanted) {
            TableName name = one.table();
            if (blocked.contains(name)) {
                continue;
            }
            if (holds.isUnanswered(name)) { // another opening would wait in the server too
                blocked.add(name);
                continue;
            }
            if (any && !tables.containsKey(name) && clock.getAsLong() - start >= HOLD.toNanos()) {
                postponed.add(one.shared());
                continue;
            }
            any = true;
            try {
                Table table = tables.get(name);
                if (table == null) {
                    select("1", name, "");
                    table = CatalogReader.read(session, name, collations);
                    tables.put(name, table);
                }
                ReplyLayout layout = ReplyLayout.of(table, one.shared().name(), server);
                select(layout.columnNames().stream().map(TableName::quote).collect(Collectors.joining(",")), name, "");
                held.put(one, layout);
            } catch (RefusedException e) {
                refused.put(one.shared(), e);
            } catch (SQLException e) {
                if (SqlErrors.isLockWait(e)) {
                    blocked.add(name);
                } else if (session.isLostBy(e)) {
                    throw e;
                } else { // dropped, no privilege, crashed, an invalid view: other tables are not affected
                    refused.put(one.shared(), new RefusedException(name + ": " + SqlErrors.message(e)));
                }
            }
        }
        held.keySet().removeIf(one -> blocked.contains(one.table()));
        return held;
    }

    private void select(String what, TableName table, String end) throws SQLException {
        session.query(row -> row, SqlSession.NO_WAIT + "SELECT " + what + " FROM " + table.quoted() + " LIMIT 0" + end);
    }

    private record Opening(Wanted wanted, OpenedIndex index, CompletableFuture<Void> answers) {}

    /** Opens the indexes on every connection. */
    private void send(Map<Wanted, ReplyLayout> held, HeldOpenings.Hold hold) throws SQLException {
        List<Opening> openings = new ArrayList<>();
        long deadline = System.nanoTime() + OPEN_TIMEOUT.toNanos();
        for (Map.Entry<Wanted, ReplyLayout> one : held.entrySet()) {
            openings.add(opening(one.getKey(), one.getValue(), hold, deadline));
        }
        for (Opening opening : openings) {
            Wanted wanted = opening.wanted();
            Throwable failure = HeldOpenings.await(opening.answers(), deadline - System.nanoTime());
            if (failure == null) {
                opened.put(wanted.shared(), opening.index());
            } else if (failure instanceof ServerErrorException error) {
                failed.put(wanted, error);
            } else if (failure instanceof TimeoutException) {
                unanswered.add(wanted.table());
            }
        }
    }

    private Opening opening(Wanted wanted, ReplyLayout layout, HeldOpenings.Hold hold, long deadline)
            throws SQLException {
        OpenedIndex current = wanted.shared().opened();
        // New connections must know the same object as those that serve the index already. If those have ended, the
        // table may have changed, and its replies may mean something else.
        OpenedIndex index = current != null && current.layout().hasSameDefinition(layout)
                ? current
                : new OpenedIndex(
                        new WireIndex(
                                wanted.id(),
                                wanted.table(),
                                wanted.shared().name().index(),
                                layout.columnNames()),
                        layout);
        List<CompletableFuture<?>> answers = new ArrayList<>();
        for (ServerConnection connection : connections) {
            answers.add(hold.send(
                    wanted.table(), () -> connection.open(index.wire(), Math.max(1, deadline - System.nanoTime()))));
        }
        return new Opening(wanted, index, CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new)));
    }
}
