// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.internal.gate.Isolation;
import io.handlersocket.hibernate.internal.session.PhysicalConnection.Free;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The physical connections of one pool that were seen, each asked what its session is. A load of a session that holds
 * none could get any of them, so all must be fit. Safe for all threads.
 */
public final class PooledConnections {

    static final String HIDDEN =
            "the connections are not those of MariaDB Connector/J, or what is wrapped around them does not show them";

    private static final String NONE = "no JDBC connection was used yet";
    private static final Logger LOG = LoggerFactory.getLogger(PooledConnections.class);

    /** Closed connections are found out by looking. */
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Apart, because the application may have another driver. */
    private static final class Driver {
        private static final Class<? extends Connection> CONNECTION = connection();

        private static Class<? extends Connection> connection() {
            try {
                return Class.forName("org.mariadb.jdbc.Connection").asSubclass(Connection.class);
            } catch (ClassNotFoundException e) {
                throw new NoClassDefFoundError(e.getMessage());
            }
        }
    }

    /** @param change how many proofs there had been when it was judged */
    private record Verdict(
            ServerFacts server,
            @Nullable String refusal,
            @Nullable Isolation isolation,
            long change,
            long atNanos) {}

    // Weak: the pool closes connections without telling. Guarded by this.
    private final Map<Connection, PhysicalConnection> connections = new WeakHashMap<>();
    private final LongSupplier nanoTime;
    private final ShadowedTables shadows;
    private final SnapshotVariable snapshotVariable = new SnapshotVariable();
    private final AtomicLong changes = new AtomicLong();
    private volatile @Nullable Verdict verdict;
    private volatile @Nullable Free newest;
    private volatile @Nullable String hidden;
    private volatile boolean withoutAutoCommit;

    /** @param tables all mapped tables, quoted for SQL; empty while they are not known */
    public PooledConnections(LongSupplier nanoTime, Supplier<Collection<String>> tables) {
        this.nanoTime = nanoTime;
        this.shadows = new ShadowedTables(tables);
    }

    /**
     * Begins one use of a connection. Its physical connection is looked for at once, or when the server is asked first.
     */
    public ConnectionUse use(Connection connection, boolean whenAsked) {
        try {
            withoutAutoCommit = withoutAutoCommit || !connection.getAutoCommit();
        } catch (SQLException e) {
            LOG.debug("a broken connection says nothing of the pool's others", e);
        }
        return new ConnectionUse(this, connection, !whenAsked);
    }

    /** Why HandlerSocket may not answer a session without connection; null if it may. */
    @SuppressWarnings("ReferenceEquality") // the client gives the same object until it discovers a server anew
    public @Nullable String refusal(ServerFacts server) {
        Verdict known = verdict;
        long now = nanoTime.getAsLong();
        if (known == null
                || known.change() != changes.get()
                || known.server() != server
                || now - known.atNanos() >= AGAIN_NANOS) {
            known = judge(server, now);
            verdict = known;
        }
        return known.refusal();
    }

    private synchronized Verdict judge(ServerFacts server, long now) {
        long change = changes.get(); // before the connections: one that is proven meanwhile makes this verdict void
        String reason = hidden;
        boolean any = false;
        Isolation strictest = null;
        for (Iterator<Map.Entry<Connection, PhysicalConnection>> i =
                        connections.entrySet().iterator();
                i.hasNext(); ) {
            Map.Entry<Connection, PhysicalConnection> entry = i.next();
            if (isClosed(entry.getKey())) {
                i.remove();
                continue;
            }
            Free free = entry.getValue().free();
            if (free == null) {
                continue; // in its first use, which nothing is known of yet
            }
            any = true;
            strictest = free.isolation().strictest(strictest == null ? free.isolation() : strictest);
            reason = reason == null ? free.refusal(server) : reason;
        }
        Free next = newest;
        Isolation isolation = strictest != null ? strictest : next == null ? null : next.isolation();
        return new Verdict(server, reason == null && !any ? ofNext(server) : reason, isolation, change, now);
    }

    /** Of a source without pool, or a pool that has closed all: the next connection is made as the last one was. */
    private @Nullable String ofNext(ServerFacts server) {
        Free known = newest;
        return known == null ? NONE : known.refusal(server);
    }

    private static boolean isClosed(Connection physical) {
        try {
            return physical.isClosed();
        } catch (SQLException | RuntimeException e) {
            return true;
        }
    }

    /** The schema of the connections that were seen; empty if no connection was seen, or it has no schema. */
    public String schema() {
        SessionFacts known = ofNewest();
        return known == null ? "" : known.settings().schema();
    }

    /** Whether no option of the URL changes how the driver reads dates and times. */
    public boolean hasPlainValues() {
        SessionFacts known = ofNewest();
        return known != null && known.plainValues();
    }

    private @Nullable SessionFacts ofNewest() {
        Free known = newest;
        return known == null ? null : known.facts();
    }

    /** The strictest isolation of all connections, when {@link #refusal} last judged them; null if none is known. */
    public @Nullable Isolation isolation() {
        Verdict known = verdict;
        return known == null ? null : known.isolation();
    }

    /** Whether the pool has given out a connection on which the first statement begins a transaction, unasked. */
    public boolean areWithoutAutoCommit() {
        return withoutAutoCommit;
    }

    /**
     * A name that was taken for a table is not one: connections on which it may have been read are proven again when
     * they are used.
     */
    public synchronized void distrust() {
        connections.values().forEach(PhysicalConnection::distrust);
        changes.incrementAndGet();
    }

    /**
     * What is known of the driver's own connection below all wrappers; null if they hide it.
     *
     * @throws SQLException if a lazy connection, which may ask its pool only now, gets none
     */
    @Nullable
    Seen find(Connection connection) throws SQLException {
        try {
            if (connection.isWrapperFor(Driver.CONNECTION)) {
                Connection physical = connection.unwrap(Driver.CONNECTION);
                hidden = null;
                synchronized (this) {
                    return new Seen(
                            physical,
                            connections.computeIfAbsent(
                                    physical, any -> new PhysicalConnection(shadows, snapshotVariable)));
                }
            }
        } catch (LinkageError | RuntimeException e) {
            LOG.debug(HIDDEN, e);
        }
        hidden = HIDDEN;
        changes.incrementAndGet();
        return null;
    }

    /** A physical connection, and what is known of it. */
    record Seen(Connection physical, PhysicalConnection known) {}

    /** A use begins; {@code isolationSet} says that the isolation is that use's own, not the pool's. */
    void begins(Seen seen, boolean isolationSet) {
        Free before = seen.known().free();
        seen.known().begins(seen.physical(), nanoTime.getAsLong(), isolationSet);
        Free now = seen.known().free();
        if (before == null && now != null && now.facts() != null) {
            newest = now;
        }
        count(before, now);
    }

    /** A use ends. */
    void ends(Seen seen, boolean isolationSet) {
        Free before = seen.known().free();
        seen.known().ends(seen.physical(), nanoTime.getAsLong(), isolationSet);
        count(before, seen.known().free());
    }

    private void count(@Nullable Free before, @Nullable Free now) {
        if (!Objects.equals(before, now)) {
            changes.incrementAndGet();
        }
    }

    /**
     * Whether the server refuses every write of the transaction that begins next.
     *
     * @param wanted whether the session asked for that
     */
    boolean isReadOnly(Seen seen, boolean wanted) {
        return seen.known().isReadOnly(seen.physical(), nanoTime.getAsLong(), wanted);
    }

    /** Why the session that uses the connection may not be answered past it; null if it may. */
    @Nullable
    String refusal(Seen seen, ServerFacts server) {
        seen.known().prove(seen.physical(), nanoTime.getAsLong()); // one session may hold it for long
        return seen.known().refusal(server);
    }
}
