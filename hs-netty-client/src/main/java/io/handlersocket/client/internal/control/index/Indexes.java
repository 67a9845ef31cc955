// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.sql.CatalogReader;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.SharedIndex;
import io.handlersocket.client.internal.transport.ConnectionPool;
import io.handlersocket.client.internal.transport.ServerConnection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The indexes that were asked for: their ids, their handles, and whether they are open. Control thread only, where not said. */
public final class Indexes {

    private static final Logger LOG = LoggerFactory.getLogger(Indexes.class);

    /** Handles of one index differ in the columns they read. */
    private static final int HANDLES_PER_ID = 4;

    private final Quarantine quarantine;
    private final ClientOptions options;
    private final SharedIndexes shared;
    private final Collations collations = new Collations();
    private final IndexHandles handles;
    private final RefusedRetry refused = new RefusedRetry();
    private boolean proven;
    private final Set<TableName> kept = new TreeSet<>();
    private final Set<TableName> waitedFor = new TreeSet<>();
    private boolean stuck;
    private boolean unfinished;

    public Indexes(Quarantine quarantine, ClientOptions options) {
        this.quarantine = quarantine;
        this.options = options;
        this.shared = new SharedIndexes(options.sizes().openIndexes());
        this.handles = new IndexHandles(HANDLES_PER_ID * options.sizes().openIndexes());
    }

    /** The handles that were given out. Any thread. */
    public IndexHandles handles() {
        return handles;
    }

    /**
     * Opens an index.
     *
     * @throws RefusedException if it must not be opened
     * @throws UnavailableException if it cannot be now
     */
    public Index open(
            SqlSession session, ServerFacts server, ConnectionPool pool, LookupContext context, IndexSpec spec)
            throws SQLException, NotUsableException {
        try {
            SharedIndex index = sharedFor(session, spec);
            OpenedIndex opened = index.opened();
            if (opened == null) {
                HandlerSocketException failure =
                        reopen(session, server, pool.serving(), List.of(index)).get(index);
                opened = index.opened();
                if (opened == null) {
                    throw failure != null ? failure : unavailable(index);
                }
            }
            return handles.get(spec, index, opened, context);
        } catch (RefusedException e) {
            options.listener().refused(spec, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /**
     * Reads a table's definition.
     *
     * @throws RefusedException if the account sees no such table
     */
    public Table table(SqlSession session, TableName name) throws SQLException {
        collations.prepare(session, List.of(name));
        return CatalogReader.read(session, name, collations);
    }

    private SharedIndex sharedFor(SqlSession session, IndexSpec spec) throws SQLException {
        if (!spec.columns().isEmpty()) {
            Table table = table(session, spec.table());
            return sharedFor(table.name(), spec, namesLob(table, spec));
        }
        // If there is no such table, the opening says so.
        return sharedFor(CatalogReader.spelling(session, spec.table()).orElse(spec.table()), spec, true);
    }

    private SharedIndex sharedFor(TableName name, IndexSpec spec, boolean withLobs) {
        return shared.get(new SharedIndex.Key(name, spec.index(), withLobs));
    }

    /** Closes the index of a handle that is given back, if no other handle that is known reads it. */
    public void release(Index handle) {
        SharedIndex index = handles.forget(handle);
        if (index != null) {
            shared.forget(index);
        }
    }

    /**
     * Opens an index again that was closed to make room for others, or given back.
     *
     * @throws UnavailableException if it cannot be opened now
     */
    public void openAgain(SqlSession session, ServerFacts server, ConnectionPool pool, SharedIndex index)
            throws SQLException, NotUsableException {
        if (index.opened() != null) {
            return;
        }
        if (quarantine.contains(index.key().table())) {
            throw unavailable(index);
        }
        shared.add(index);
        reopen(session, server, pool.serving(), List.of(index));
    }

    private static boolean namesLob(Table table, IndexSpec spec) {
        return spec.columns().stream()
                .anyMatch(name -> table.column(name).map(Column::isLob).orElse(false));
    }

    private UnavailableException unavailable(SharedIndex index) {
        boolean held = quarantine.contains(index.key().table());
        return new UnavailableException(
                held ? UnavailableException.Reason.QUARANTINED : UnavailableException.Reason.NOT_OPEN,
                index + ": " + (held ? "a session waits for a lock on the table" : "could not be opened now"));
    }

    /** Every index that should be open. */
    public Collection<SharedIndex> wanted() {
        return shared.wanted().stream()
                .filter(index -> index.opened() == null
                        && !quarantine.contains(index.key().table()))
                .toList();
    }

    /** The tables that are open. */
    public Set<TableName> openTables() {
        return shared.open().map(index -> index.key().table()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The tables that were opened since there were no connections: the server keeps those open that are closed here. */
    public Set<TableName> keptTables() {
        return kept;
    }

    /**
     * Opens indexes on these connections, which must be all that serve lookups.
     *
     * @return why those that were refused are
     */
    public Map<SharedIndex, HandlerSocketException> reopen(
            SqlSession session,
            ServerFacts server,
            List<? extends ServerConnection> connections,
            Collection<SharedIndex> indexes)
            throws SQLException, NotUsableException {
        if (indexes.isEmpty() || connections.isEmpty()) {
            return Map.of();
        }
        IndexOpener.Outcome outcome =
                new IndexOpener(session, server, collations).open(shared.numbered(indexes), connections);
        if (!proven && !outcome.opened().isEmpty()) {
            SameServerProof.check(
                    session, connections, outcome.opened().values().iterator().next());
            proven = true;
        }
        outcome.opened().forEach(SharedIndex::open);
        setAside(outcome);
        unfinished |= indexes.stream().anyMatch(index -> index.opened() == null && isForgotten(index, outcome));
        return new LinkedHashMap<>(outcome.refused());
    }

    /** Opens on new connections what is open on the others. */
    public void extend(SqlSession session, ServerFacts server, List<? extends ServerConnection> added)
            throws SQLException, NotUsableException {
        List<SharedIndex> open = shared.open().toList();
        if (open.isEmpty()) {
            return;
        }
        IndexOpener.Outcome outcome = new IndexOpener(session, server, collations).open(shared.numbered(open), added);
        if (open.stream().anyMatch(index -> !outcome.opened().containsKey(index) && isForgotten(index, outcome))) {
            added.forEach(connection -> connection.close("another connection ended while indexes were opened"));
        }
        setAside(outcome); // record the tables that are waited for first: the code below may throw
        if (!outcome.opened().isEmpty() && !outcome.stuck() && added.stream().noneMatch(ServerConnection::isClosed)) {
            SameServerProof.check(
                    session, added, outcome.opened().values().iterator().next());
        }
        for (SharedIndex index : open) {
            OpenedIndex opened = outcome.opened().get(index);
            if (opened != null && !isSame(opened, index.opened())) {
                index.close(UnavailableException.Reason.NOT_OPEN);
                unfinished = true;
            }
        }
    }

    /** Whether a connection ended while the index was opened on it, so that nothing was decided about the index. */
    private static boolean isForgotten(SharedIndex index, IndexOpener.Outcome outcome) {
        return !outcome.refused().containsKey(index)
                && !outcome.blocked().contains(index.key().table());
    }

    private static boolean isSame(@Nullable OpenedIndex one, @Nullable OpenedIndex other) {
        return one != null && other != null && one.wire() == other.wire();
    }

    private void setAside(IndexOpener.Outcome outcome) {
        outcome.opened().keySet().forEach(index -> kept.add(index.key().table()));
        outcome.refused().forEach(SharedIndex::refuse);
        for (TableName table : outcome.blocked()) {
            quarantine(table);
            waitedFor.add(table);
            shared.wanted().stream() // others have no number, and are not opened before the quarantine ends
                    .filter(index -> index.key().table().equals(table))
                    .forEach(index -> index.close(UnavailableException.Reason.QUARANTINED));
        }
        stuck |= outcome.stuck();
    }

    /** Sets a table aside for a while, unless it is already, and says so. */
    public void quarantine(TableName table) {
        if (quarantine.contains(table)) {
            return;
        }
        long seconds = quarantine.add(table, System.nanoTime());
        options.listener().quarantined(table);
        LOG.info(
                "{}: {} is closed for {} s: a session waits for a lock on it, or it changed",
                options.name(),
                table,
                seconds);
    }

    /** Whether an index that is wanted may be opened now: one was left closed, left quarantine, or is to be tried again. */
    public boolean isReopeningDue(long nowNanos) {
        boolean due = unfinished;
        unfinished = false;
        due |= quarantine.release(nowNanos);
        due |= refused.isDue(shared.wanted().stream().anyMatch(SharedIndex::isRefusedSinceOpened), nowNanos);
        return due;
    }

    /** When a lookup was last made, by {@link System#nanoTime()}; this at least. */
    public long lastUsedNanos(long atLeastNanos) {
        long last = atLeastNanos;
        for (SharedIndex index : shared.wanted()) {
            last = index.lastUsedNanos() - last > 0 ? index.lastUsedNanos() : last;
        }
        return last;
    }

    /**
     * The tables that a session was found to wait for, since the last call, when they were to be opened. Without a guard, only if an
     * opening hung: then every connection must be closed anyway.
     */
    public List<TableName> takeWaitedFor() {
        List<TableName> tables = stuck || options.guard() ? List.copyOf(waitedFor) : List.of();
        waitedFor.clear();
        stuck = false;
        return tables;
    }

    /** Every connection is closed: nothing is open, and the next server must prove itself. */
    public void closeAll(UnavailableException.Reason reason) {
        closeOpen(reason);
        shared.all().stream().filter(SharedIndex::isAsleep).forEach(index -> index.close(reason));
    }

    /** As {@link #closeAll}, but what sleeps sleeps on. */
    public void closeOpen(UnavailableException.Reason reason) {
        proven = false;
        collations.forget();
        kept.clear();
        shared.all().forEach(index -> index.disconnect(reason));
    }
}
