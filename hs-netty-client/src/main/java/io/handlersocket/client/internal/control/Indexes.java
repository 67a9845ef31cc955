// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.lookup.DefaultIndex;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.client.internal.lookup.SharedIndex;
import io.handlersocket.client.internal.transport.ConnectionPool;
import io.handlersocket.client.internal.transport.ServerConnection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Every index somebody asked for: its id, its handles, and whether it is open. Control thread only, where not said. */
public final class Indexes {

    private static final Logger LOG = LoggerFactory.getLogger(Indexes.class);

    private final Quarantine quarantine;
    private final ClientOptions options;
    private final Map<SharedIndex.Key, SharedIndex> shared = new LinkedHashMap<>();
    private final IndexIds ids;
    private final Collations collations = new Collations();
    private final Map<IndexSpec, DefaultIndex> handles = new ConcurrentHashMap<>();
    private final RefusedRetry refused = new RefusedRetry();
    private boolean proven;
    private final Set<TableName> blocked = new TreeSet<>();
    private boolean stuck;
    private boolean unfinished;

    Indexes(Quarantine quarantine, ClientOptions options) {
        this.quarantine = quarantine;
        this.options = options;
        this.ids = new IndexIds(options.sizes().openIndexes());
    }

    /** A handle that is open already. Any thread. */
    public Optional<Index> openHandle(IndexSpec spec) {
        return Optional.<Index>ofNullable(handles.get(spec)).filter(Index::isOpen);
    }

    /** The handles that are open now. Any thread. */
    public List<IndexSpec> openSpecs() {
        return handles.values().stream()
                .filter(DefaultIndex::isOpenNow)
                .map(Index::spec)
                .sorted(Comparator.comparing(IndexSpec::toString))
                .toList();
    }

    /**
     * Opens an index.
     *
     * @throws RefusedException if it must not be opened
     * @throws UnavailableException if it cannot be now
     */
    Index open(SqlSession session, ServerFacts server, ConnectionPool pool, LookupContext context, IndexSpec spec)
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
            OpenedIndex open = opened;
            return Objects.requireNonNull(handles.compute(
                    spec,
                    (s, handle) ->
                            handle != null && handle.isOf(open) ? handle : new DefaultIndex(s, index, open, context)));
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
    Table table(SqlSession session, TableName name) throws SQLException {
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
        return shared.computeIfAbsent(new SharedIndex.Key(name, spec.index(), withLobs), SharedIndex::new);
    }

    private static boolean namesLob(Table table, IndexSpec spec) {
        return spec.columns().stream()
                .anyMatch(name -> table.column(name).map(Column::isLob).orElse(false));
    }

    private UnavailableException unavailable(SharedIndex index) {
        boolean held = quarantine.contains(index.key().table());
        return new UnavailableException(
                held ? UnavailableException.Reason.QUARANTINED : UnavailableException.Reason.NOT_OPEN,
                index + ": " + (held ? "somebody waits for a lock on the table" : "could not be opened now"));
    }

    /** Every index that should be open. */
    Collection<SharedIndex> wanted() {
        return ids.holders().stream()
                .filter(index -> index.opened() == null
                        && !quarantine.contains(index.key().table()))
                .toList();
    }

    /** The tables that are open. */
    Set<TableName> openTables() {
        Set<TableName> tables = new TreeSet<>();
        for (SharedIndex index : shared.values()) {
            if (index.opened() != null) {
                tables.add(index.key().table());
            }
        }
        return tables;
    }

    /**
     * Opens indexes on these connections, which must be all that serve lookups.
     *
     * @return why those that were refused are
     */
    Map<SharedIndex, HandlerSocketException> reopen(
            SqlSession session,
            ServerFacts server,
            List<? extends ServerConnection> connections,
            Collection<SharedIndex> indexes)
            throws SQLException, NotUsableException {
        if (indexes.isEmpty() || connections.isEmpty()) {
            return Map.of();
        }
        IndexOpener.Outcome outcome = new IndexOpener(session, server, collations).open(ids.give(indexes), connections);
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
    void extend(SqlSession session, ServerFacts server, List<? extends ServerConnection> added)
            throws SQLException, NotUsableException {
        List<SharedIndex> open =
                shared.values().stream().filter(index -> index.opened() != null).toList();
        if (open.isEmpty()) {
            return;
        }
        IndexOpener.Outcome outcome = new IndexOpener(session, server, collations).open(ids.give(open), added);
        if (open.stream().anyMatch(index -> !outcome.opened().containsKey(index) && isForgotten(index, outcome))) {
            added.forEach(connection -> connection.close("another connection ended while indexes were opened"));
        }
        setAside(outcome); // first of all: who is found to wait must not be forgotten over what follows
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
        outcome.refused().forEach(SharedIndex::refuse);
        for (TableName table : outcome.blocked()) {
            quarantine(table);
            blocked.add(table);
            shared.values().stream()
                    .filter(index -> index.key().table().equals(table))
                    .forEach(index -> index.close(UnavailableException.Reason.QUARANTINED));
        }
        stuck |= outcome.stuck();
    }

    /** Sets a table aside for a while, unless it is already, and says so. */
    void quarantine(TableName table) {
        if (quarantine.contains(table)) {
            return;
        }
        long seconds = quarantine.add(table, System.nanoTime());
        options.listener().quarantined(table);
        LOG.info(
                "{}: stands back from {} for {} s: somebody waits for a lock on it, or it changed",
                options.name(),
                table,
                seconds);
    }

    /** Whether an index was left closed since the last call that can be opened at once. */
    boolean takeUnfinished() {
        boolean was = unfinished;
        unfinished = false;
        return was;
    }

    /** Whether it is time to try again what was open once and was refused since. */
    boolean isRefusedDue(long nowNanos) {
        return refused.isDue(shared.values().stream().anyMatch(SharedIndex::isRefusedSinceOpened), nowNanos);
    }

    /** When a lookup was last made, by {@link System#nanoTime()}; this at least. */
    long lastUsedNanos(long atLeastNanos) {
        long last = atLeastNanos;
        for (SharedIndex index : shared.values()) {
            last = index.lastUsedNanos() - last > 0 ? index.lastUsedNanos() : last;
        }
        return last;
    }

    /** Whether {@link #takeBlocked} would give any. */
    boolean hasBlocked() {
        return !blocked.isEmpty();
    }

    /** The tables that somebody was found to wait for since the last call, when they were to be opened. */
    List<TableName> takeBlocked() {
        List<TableName> tables = List.copyOf(blocked);
        blocked.clear();
        return tables;
    }

    /** Whether an opening hung since the last call, so that every connection must be closed. */
    boolean takeStuck() {
        boolean was = stuck;
        stuck = false;
        return was;
    }

    /** Every connection is closed: nothing is open, and the next server must prove itself. */
    void closeAll(UnavailableException.Reason reason) {
        closeOpen(reason);
        shared.values().stream().filter(SharedIndex::isAsleep).forEach(index -> index.close(reason));
    }

    /** As {@link #closeAll}, but what sleeps sleeps on. */
    void closeOpen(UnavailableException.Reason reason) {
        proven = false;
        collations.forget();
        shared.values().forEach(index -> index.disconnect(reason));
    }
}
