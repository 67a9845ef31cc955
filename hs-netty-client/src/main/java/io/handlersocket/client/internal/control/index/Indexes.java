// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.guard.HeldOpenings;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.sql.CatalogReader;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.spi.SystemTable;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Opens and closes the indexes of a client: the one place that knows what the server keeps open on its connections.
 * {@link IndexRegistry} has the indexes and their handles. Control thread only.
 */
public final class Indexes {

    /** Lets the guard check before each hold of a long opening, so that no session waits until all holds are over. */
    @FunctionalInterface
    public interface GuardCheck {

        /** Checks, if a check is due; returns false if it ends the step, perhaps because everything was closed. */
        boolean mayGoOn() throws SQLException, NotUsableException;
    }

    private final Quarantine quarantine;
    private final ClientOptions options;
    private final HeldOpenings holds;
    private final SqlSessions.Source fresh;
    private final IndexRegistry registry;
    private final Collations collations;
    private final DueIndexes due;
    private final BlockedTables blocked;
    private final Set<TableName> keptByServer = new TreeSet<>();

    /** Whether {@link SameServerProof} was given on these connections. */
    private boolean proven;

    /** @param fresh opens another session, after one was handed over with its hold */
    public Indexes(Quarantine quarantine, ClientOptions options, HeldOpenings holds, SqlSessions.Source fresh) {
        this.quarantine = quarantine;
        this.options = options;
        this.holds = holds;
        this.fresh = fresh;
        this.registry = new IndexRegistry(options.sizes().openIndexes(), options.nanoTime());
        this.collations = new Collations(options.nanoTime());
        this.due = new DueIndexes(registry, quarantine);
        this.blocked = new BlockedTables(options, quarantine);
    }

    public IndexRegistry registry() {
        return registry;
    }

    /** Reads a table's definition; throws {@link RefusedException} if the account sees no such table. */
    public Table table(SqlSession session, TableName name) throws SQLException {
        collations.prepare(session, List.of(name));
        return CatalogReader.read(session, name, collations);
    }

    /** Opens an index for a caller on all connections that serve lookups. */
    public Index open(
            SqlSession session,
            ServerFacts server,
            List<? extends ServerConnection> connections,
            LookupContext context,
            IndexSpec spec)
            throws SQLException, NotUsableException {
        try {
            IndexState index = registry.get(name(session, spec));
            return registry.handle(spec, index, open(session, server, connections, index), context);
        } catch (RefusedException e) {
            options.listener().refused(spec, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private IndexState.Name name(SqlSession session, IndexSpec spec) throws SQLException {
        TableName name;
        boolean lobs = true;
        if (spec.columns().isEmpty()) {
            // If there is no such table, the opening says so.
            name = CatalogReader.spelling(session, spec.table()).orElse(spec.table());
        } else {
            Table table = table(session, spec.table());
            name = table.name();
            lobs = spec.columns().stream()
                    .anyMatch(column -> table.column(column).map(Column::isLob).orElse(false));
        }
        // The client has refused a system table in the server's own spelling.
        if (!name.equals(spec.table()) && SystemTable.of(name).isPresent()) {
            throw SystemTable.refusedToCallers(name);
        }
        return new IndexState.Name(name, spec.index(), lobs);
    }

    /** Opens an index again that was closed as idle, to make room for others, or given back. */
    public void reopen(
            SqlSession session, ServerFacts server, List<? extends ServerConnection> connections, IndexState index)
            throws SQLException, NotUsableException {
        registry.add(index);
        open(session, server, connections, index);
    }

    private OpenedIndex open(
            SqlSession session, ServerFacts server, List<? extends ServerConnection> connections, IndexState index)
            throws SQLException, NotUsableException {
        if (index.opened() == null && !quarantine.contains(index.table())) {
            RefusedException refusal =
                    openAll(session, server, connections, List.of(index)).get(index);
            if (refusal != null && index.last().isEmpty()) {
                registry.forget(index); // no handle reads it
            }
            if (refusal != null) {
                throw refusal;
            }
        }
        OpenedIndex opened = index.opened();
        if (opened != null) {
            return opened;
        }
        if (quarantine.contains(index.table())) {
            registry.quarantine(index.table()); // an idle client had another reason
            throw new UnavailableException(Reason.QUARANTINED, index + ": a session waits for a lock on the table");
        }
        throw new UnavailableException(Reason.NOT_OPEN, index + ": could not be opened now");
    }

    public DueIndexes due() {
        return due;
    }

    public BlockedTables blocked() {
        return blocked;
    }

    /** Returns the tables that the server keeps open until the connections end, even if the client closes the index. */
    public Set<TableName> tablesKeptByServer() {
        return keptByServer;
    }

    /**
     * Opens these indexes on all serving connections, or as many as one hold has time for; returns the refusals. {@link
     * DueIndexes#isAnyPostponed} says that some are left.
     */
    public Map<IndexState, RefusedException> openAll(
            SqlSession session,
            ServerFacts server,
            List<? extends ServerConnection> connections,
            Collection<IndexState> indexes)
            throws SQLException, NotUsableException {
        due.opening(indexes);
        if (indexes.isEmpty() || connections.isEmpty()) {
            return Map.of();
        }
        OpeningOutcome<IndexState> outcome = open(session, server, connections, indexes);
        apply(outcome); // first: the proof may throw, and the server keeps the tables open
        blocked.addUnanswered(outcome.unanswered());
        due.postpone(outcome.postponed());
        if (!outcome.undecided().isEmpty()) {
            due.unfinished();
        }
        if (!proven && !outcome.opened().isEmpty()) {
            if (!outcome.unanswered().isEmpty()) { // everything is closed next, and the proof would not be answered
                return outcome.refused();
            }
            SameServerProof.check(session.isHandedOver() ? fresh.open() : session, connections, outcome.any());
            proven = true;
        }
        long now = options.nanoTime().getAsLong();
        outcome.opened().forEach((index, opened) -> {
            if (!outcome.blocked().contains(index.table())) { // by another index of the table
                index.open(opened, now);
            }
        });
        return outcome.refused();
    }

    /**
     * Opens on new connections every index that is open on the others; returns false if a check before a hold ended the
     * step.
     */
    public boolean extend(SqlSessions sql, ServerFacts server, List<? extends ServerConnection> added, GuardCheck check)
            throws SQLException, NotUsableException {
        Collection<IndexState> rest = registry.open();
        boolean addedAreProven = false;
        while (!rest.isEmpty()) {
            if (!check.mayGoOn()) {
                return false;
            }
            OpeningOutcome<IndexState> outcome = open(sql.get(), server, added, rest);
            applyToAdded(outcome, added);
            if (added.stream().anyMatch(ServerConnection::isClosed)) {
                return true;
            }
            if (!addedAreProven && !outcome.opened().isEmpty()) {
                SameServerProof.check(sql.get(), added, outcome.any());
                addedAreProven = true;
            }
            closeChanged(outcome);
            rest = outcome.postponed();
        }
        return true;
    }

    private OpeningOutcome<IndexState> open(
            SqlSession session,
            ServerFacts server,
            List<? extends ServerConnection> connections,
            Collection<IndexState> indexes)
            throws SQLException, NotUsableException {
        Map<IndexState, Integer> ids = registry.assignIds(indexes);
        return new IndexOpener<>(
                        new ReadPort(server, ids), session, holds, fresh, collations, connections, options.nanoTime())
                .open(ids.keySet());
    }

    private void applyToAdded(OpeningOutcome<IndexState> outcome, List<? extends ServerConnection> added) {
        if (!outcome.unanswered().isEmpty() || !outcome.undecided().isEmpty()) {
            added.forEach(connection -> connection.close("a connection ended or was silent while indexes were opened"));
        }
        apply(outcome);
        if (!outcome.blocked().isEmpty()) { // else only the added connections have unknown state, and they are closed
            blocked.addUnanswered(outcome.unanswered());
        }
    }

    /** Closes the indexes whose table changed: the other connections have the old opening. */
    private void closeChanged(OpeningOutcome<IndexState> outcome) {
        outcome.opened().forEach((index, opened) -> {
            if (index.opened() != opened) {
                index.markNotOpen(Reason.NOT_OPEN);
                due.unfinished();
            }
        });
    }

    private void apply(OpeningOutcome<IndexState> outcome) {
        outcome.opened().keySet().forEach(index -> keptByServer.add(index.table()));
        outcome.refused().forEach(IndexState::refuse);
        for (TableName table : outcome.blocked()) {
            blocked.add(table);
            registry.quarantine(table);
        }
    }

    /** Marks all indexes as not open, because all connections are closed. The next server must be proven again. */
    public void closeAll(Reason reason) {
        closeAllButIdle(reason);
        // Any lookup wakes an idle client, also one by an index that was quarantined or refused before.
        registry.all().stream()
                .filter(index -> index.isIdle() || reason == Reason.IDLE)
                .forEach(index -> index.markNotOpen(reason));
    }

    /** As {@link #closeAll}, but indexes that are closed as idle stay so. */
    public void closeAllButIdle(Reason reason) {
        proven = false;
        collations.forget();
        keptByServer.clear();
        blocked.clear();
        due.clear();
        registry.releaseUnneeded();
        registry.all().forEach(index -> index.disconnect(reason, quarantine.contains(index.table())));
    }
}
