// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.guard.HeldOpenings;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.SharedIndex;
import io.handlersocket.client.internal.transport.ServerConnection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens and closes the indexes of a client: the one place that knows what the server keeps open on its connections.
 * {@link IndexRequests} has what callers ask for. Control thread only.
 */
public final class Indexes {

    private static final Logger LOG = LoggerFactory.getLogger(Indexes.class);

    final Quarantine quarantine;
    final ClientOptions options;
    final SharedIndexes shared;
    final Collations collations = new Collations();

    private final HeldOpenings holds;
    private final SqlSessions.Source fresh;
    private final RefusedRetry refused = new RefusedRetry();
    private final Set<TableName> keptByServer = new TreeSet<>();
    private final BlockedTables blocked = new BlockedTables();

    /** For which the last holds had no time. */
    private final Set<SharedIndex> postponed = new LinkedHashSet<>();

    /** Whether {@link SameServerProof} was given on these connections. */
    private boolean proven;
    /** Whether a connection ended during an opening, so that some indexes are still to be opened. */
    private boolean unfinished;

    /** @param fresh opens another session, after one was handed over with its hold */
    public Indexes(Quarantine quarantine, ClientOptions options, HeldOpenings holds, SqlSessions.Source fresh) {
        this.quarantine = quarantine;
        this.options = options;
        this.holds = holds;
        this.fresh = fresh;
        this.shared = new SharedIndexes(options.sizes().openIndexes());
    }

    /** The indexes that are to be opened: all that have an id, are not open and not quarantined. */
    public Collection<SharedIndex> wanted() {
        return shared.withId().stream()
                .filter(index -> index.opened() == null && !quarantine.contains(index.table()))
                .toList();
    }

    /** The indexes to open now. */
    public Collection<SharedIndex> due(long nowNanos) {
        boolean all = isReopeningDue(nowNanos); // first: it may end a quarantine
        Collection<SharedIndex> wanted = wanted();
        postponed.retainAll(wanted);
        return all ? wanted : List.copyOf(postponed);
    }

    /** Whether an opening ended before all indexes had their turn: the caller continues as soon as the guard allows. */
    public boolean hasMoreToOpen() {
        return !postponed.isEmpty();
    }

    /** The tables that are open. */
    public Set<TableName> openTables() {
        return openColumns().keySet();
    }

    /** The tables that are open, with the columns that are read. */
    public Map<TableName, Set<String>> openColumns() {
        Map<TableName, Set<String>> columns = new TreeMap<>();
        for (SharedIndex index : shared.open()) {
            OpenedIndex opened = index.opened();
            if (opened != null) {
                columns.computeIfAbsent(index.table(), table -> new LinkedHashSet<>())
                        .addAll(opened.layout().columnNames());
            }
        }
        return columns;
    }

    /**
     * The tables that were opened on these connections. The server keeps them open until the connections end, even if
     * the client closes the index.
     */
    public Set<TableName> tablesKeptByServer() {
        return keptByServer;
    }

    /**
     * Opens these indexes, or as many as one hold has time for; {@link #hasMoreToOpen} says that some are left.
     *
     * @param connections all connections that serve lookups
     * @return the refusals
     */
    public Map<SharedIndex, RefusedException> openAll(
            SqlSession session,
            ServerFacts server,
            List<? extends ServerConnection> connections,
            Collection<SharedIndex> indexes)
            throws SQLException, NotUsableException {
        postponed.removeAll(indexes);
        if (indexes.isEmpty() || connections.isEmpty()) {
            return Map.of();
        }
        OpeningOutcome<SharedIndex> outcome = open(session, server, connections, indexes);
        apply(outcome); // first: the proof may throw, and the server keeps the tables open
        blocked.addUnanswered(outcome.unanswered());
        postponed.addAll(outcome.postponed());
        unfinished |= !outcome.undecided().isEmpty();
        if (!proven && !outcome.opened().isEmpty()) {
            if (!outcome.unanswered().isEmpty()) { // everything is closed next, and the proof would not be answered
                return outcome.refused();
            }
            SameServerProof.check(session.isHandedOver() ? fresh.open() : session, connections, outcome.any());
            proven = true;
        }
        outcome.opened().forEach((index, opened) -> {
            if (!outcome.blocked().contains(index.table())) { // by another index of the table
                index.open(opened);
            }
        });
        return outcome.refused();
    }

    /**
     * Opens on new connections every index that is open on the others.
     *
     * @param check runs before each hold
     */
    public void extend(SqlSessions sql, ServerFacts server, List<? extends ServerConnection> added, GuardCheck check)
            throws SQLException, NotUsableException {
        Collection<SharedIndex> rest = shared.open();
        boolean addedAreProven = false;
        while (!rest.isEmpty()) {
            check.ifDue();
            SqlSession session = sql.get();
            OpeningOutcome<SharedIndex> outcome = open(session, server, added, rest);
            applyToAdded(outcome, added);
            if (added.stream().anyMatch(ServerConnection::isClosed)) {
                return;
            }
            if (!addedAreProven && !outcome.opened().isEmpty()) {
                SameServerProof.check(sql.get(), added, outcome.any());
                addedAreProven = true;
            }
            closeChanged(outcome);
            rest = outcome.postponed();
        }
    }

    private OpeningOutcome<SharedIndex> open(
            SqlSession session,
            ServerFacts server,
            List<? extends ServerConnection> connections,
            Collection<SharedIndex> indexes)
            throws SQLException, NotUsableException {
        Map<SharedIndex, Integer> ids = shared.assignIds(indexes);
        return new IndexOpener<>(
                        new ReadPort(server, ids), session, holds, fresh, collations, connections, System::nanoTime)
                .open(ids.keySet());
    }

    private void applyToAdded(OpeningOutcome<SharedIndex> outcome, List<? extends ServerConnection> added) {
        if (!outcome.unanswered().isEmpty() || !outcome.undecided().isEmpty()) {
            added.forEach(connection -> connection.close("a connection ended or was silent while indexes were opened"));
        }
        apply(outcome);
        if (!outcome.blocked().isEmpty()) { // else only the added connections have unknown state, and they are closed
            blocked.addUnanswered(outcome.unanswered());
        }
    }

    /** Closes the indexes whose table changed: the other connections have the old opening. */
    private void closeChanged(OpeningOutcome<SharedIndex> outcome) {
        outcome.opened().forEach((index, opened) -> {
            if (index.opened() != opened) {
                index.markNotOpen(UnavailableException.Reason.NOT_OPEN);
                unfinished = true;
            }
        });
    }

    private void apply(OpeningOutcome<SharedIndex> outcome) {
        outcome.opened().keySet().forEach(index -> keptByServer.add(index.table()));
        outcome.refused().forEach(SharedIndex::refuse);
        for (TableName table : outcome.blocked()) {
            quarantine(table);
            blocked.add(table);
            shared.quarantine(table);
        }
    }

    /** Quarantines a table, unless it is quarantined already, and notifies the listener. */
    public void quarantine(TableName table) {
        if (quarantine.contains(table)) {
            return;
        }
        long seconds = quarantine.add(table, System.nanoTime());
        options.listener().quarantined(table);
        LOG.info(
                "{}: {} is not read for {} s: a session waits for a lock on it, it changed,"
                        + " or the account may not read it",
                options.name(),
                table,
                seconds);
    }

    /** Whether to open indexes now: one was left unfinished, a quarantine ended, or a refusal is tried again. */
    public boolean isReopeningDue(long nowNanos) {
        boolean due = unfinished;
        unfinished = false;
        due |= quarantine.release(nowNanos);
        due |= refused.isDue(shared.withId().stream().anyMatch(SharedIndex::isRefusedSinceOpened), nowNanos);
        return due;
    }

    /** When a lookup was last made, by {@link System#nanoTime()}, but no earlier than this. */
    public long lastUsedNanos(long atLeastNanos) {
        return shared.lastUsedNanos(atLeastNanos);
    }

    /**
     * Returns the tables that could not be opened since the last call, because a session waits for them: the caller
     * must close every connection. Without a guard, returns them only if the server did not answer an opening.
     *
     * @throws UnavailableException if the server did not answer an opening and no session waits for a table: the
     *     server, the network or this JVM stood still, and the caller must close every connection
     */
    public List<TableName> takeBlockedTables() {
        return blocked.take(options.guard());
    }

    /** Marks all indexes as not open, because all connections are closed. The next server must be proven again. */
    public void closeAll(UnavailableException.Reason reason) {
        closeAllButIdle(reason);
        // Any lookup wakes an idle client, also one by an index that was quarantined or refused before.
        shared.all().stream()
                .filter(index -> index.isIdle() || reason == UnavailableException.Reason.IDLE)
                .forEach(index -> index.markNotOpen(reason));
    }

    /** As {@link #closeAll}, but indexes that are closed as idle stay so. */
    public void closeAllButIdle(UnavailableException.Reason reason) {
        proven = false;
        collations.forget();
        keptByServer.clear();
        blocked.clear();
        postponed.clear();
        shared.all().forEach(index -> index.disconnect(reason, quarantine.contains(index.table())));
    }
}
