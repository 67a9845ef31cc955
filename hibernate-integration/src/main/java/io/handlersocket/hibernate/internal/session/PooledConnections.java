// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.session;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.internal.gate.Isolation;
import io.handlersocket.hibernate.internal.session.PhysicalConnection.Free;
import io.handlersocket.hibernate.internal.util.DriverValues;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The physical connections of one pool that have been used, each with the facts about its session. A session without
 * connection could get any of them, so all must be fit. Safe for use by several threads.
 */
public final class PooledConnections {

    static final String HIDDEN =
            "the connections are not from MariaDB Connector/J, or a wrapper hides them from Connection.unwrap";
    public static final String NONE = "no JDBC connection was used yet";
    private static final Logger LOG = LoggerFactory.getLogger(PooledConnections.class);

    /** What all connections have in common after so many changes; the isolation is the strictest one. */
    private record Verdict(
            ServerFacts server,
            @Nullable String refusal,
            @Nullable Isolation isolation,
            long change,
            long atNanos) {}

    /** How often to look for closed connections: the pool closes them without notice. */
    private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    // Weak: the pool closes connections without notice. Guarded by this.
    private final Map<Connection, PhysicalConnection> connections = new WeakHashMap<>();
    private final LongSupplier nanoTime;
    private final BooleanSupplier useful;
    private final ShadowedTables shadows;
    private final ServerVariables variables;
    private final AtomicLong changes = new AtomicLong();
    private volatile @Nullable Verdict verdict;
    private volatile @Nullable Long wantedNanos;
    private volatile @Nullable Free newest;
    private volatile @Nullable DriverValues driver;
    private volatile @Nullable String hidden;
    private volatile boolean withoutAutoCommit;

    /**
     * Creates an empty view of a pool.
     *
     * @param tables returns all mapped tables, quoted for SQL; empty while they are unknown
     * @param useful returns whether proofs can help a load now; without, the connections run no statement for them
     * @param galera returns whether the client's server is a node of a Galera cluster
     */
    public PooledConnections(
            LongSupplier nanoTime,
            Supplier<Collection<String>> tables,
            BooleanSupplier useful,
            BooleanSupplier galera) {
        this.nanoTime = nanoTime;
        this.useful = useful;
        this.shadows = new ShadowedTables(tables);
        this.variables = new ServerVariables(galera);
    }

    /**
     * Starts one use of a connection.
     *
     * @param whenAsked whether to find the physical connection only when the server is first asked, instead of now
     */
    public ConnectionUse use(Connection connection, boolean whenAsked) {
        lookAtAutoCommit(connection);
        return new ConnectionUse(this, connection, !whenAsked, null, null);
    }

    /**
     * Starts one use of a new lazy connection, which comes from another pool if it is read-only when it is fetched.
     *
     * @param readers the connections of the other pool; null if nothing is known of it
     */
    public ConnectionUse useOfSplit(Connection connection, @Nullable ReaderConnections readers) {
        lookAtAutoCommit(connection);
        return new ConnectionUse(this, connection, false, new ReadOnlyMode(connection), readers);
    }

    private void lookAtAutoCommit(Connection connection) {
        try {
            withoutAutoCommit = withoutAutoCommit || !connection.getAutoCommit();
        } catch (SQLException e) {
            LOG.debug("A connection is broken; its auto-commit mode is ignored", e);
        }
    }

    /**
     * Returns why HandlerSocket may not answer a session without connection; null if it may.
     *
     * @param wanted whether a load would go over HandlerSocket now. Then the next use of each connection proves it again
     *     if its last proof is old
     */
    @SuppressWarnings("ReferenceEquality") // the client gives the same object until it discovers a server anew
    public @Nullable String refusal(ServerFacts server, boolean wanted) {
        Verdict known = verdict;
        long now = nanoTime.getAsLong();
        if (wanted) {
            wantedNanos = now;
        }
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
        long change = changes.get(); // read first: a proof during the loop makes this verdict outdated
        String reason = hidden;
        boolean any = false;
        Isolation strictest = null;
        connections.keySet().removeIf(DriverConnection::isClosed);
        for (Map.Entry<Connection, PhysicalConnection> connection : connections.entrySet()) {
            Free free = connection.getValue().free();
            if (free != null) { // else it is in its first use: no facts yet
                any = true;
                strictest = free.isolation().strictest(strictest == null ? free.isolation() : strictest);
                reason = reason == null ? free.refusal(server, connection.getKey()) : reason;
            }
        }
        Free next = newest;
        Isolation isolation = strictest != null ? strictest : next == null ? null : next.isolation();
        if (reason == null && !any) { // the next connection is made like the last one
            reason = next == null ? NONE : next.refusal(server);
        }
        return new Verdict(server, reason, isolation, change, now);
    }

    /** Returns the server process that the newest connection reaches; null if that is not known. */
    @Nullable
    String identity() {
        SessionFacts known = ofNewest();
        return known == null ? null : known.identity();
    }

    /** Returns the schema of the newest connection; empty if there was no connection, or it has no schema. */
    public String schema() {
        SessionFacts known = ofNewest();
        return known == null ? "" : known.settings().schema();
    }

    /** Returns whether a connection was proven, so that {@link #driver} and {@link #schema} are known. */
    public boolean isKnown() {
        return driver != null;
    }

    /** Returns how the driver converts values on every connection that was ever proven. */
    public DriverValues driver() {
        DriverValues known = driver;
        return known == null ? DriverValues.UNKNOWN : known;
    }

    private void learn(PhysicalConnection connection) {
        SessionFacts facts = connection.facts();
        if (facts != null && !facts.driver().equals(driver)) {
            synchronized (this) {
                DriverValues known = driver;
                driver = known == null ? facts.driver() : known.and(facts.driver());
            }
        }
    }

    private @Nullable SessionFacts ofNewest() {
        Free known = newest;
        return known == null ? null : known.facts();
    }

    /** Returns the strictest isolation of all connections at the last call of {@link #refusal}; null if unknown. */
    public @Nullable Isolation isolation() {
        Verdict known = verdict;
        return known == null ? null : known.isolation();
    }

    /** Returns whether the pool has ever handed out a connection with auto-commit off. */
    public boolean areWithoutAutoCommit() {
        return withoutAutoCommit;
    }

    /**
     * Records that a table is not of the kind that was assumed. Connections that may have used it are proven again at
     * their next use.
     */
    public synchronized void distrust() {
        connections.values().forEach(PhysicalConnection::distrust);
        changes.incrementAndGet();
    }

    /**
     * Returns the driver's connection below all wrappers, with its facts; null if the wrappers hide it.
     *
     * @throws SQLException if a lazy connection cannot get one from its pool
     */
    @Nullable
    Seen find(Connection connection) throws SQLException {
        Connection physical = DriverConnection.below(connection);
        if (physical == null) {
            hidden = HIDDEN;
            changes.incrementAndGet();
            return null;
        }
        if (hidden != null) {
            hidden = null;
        }
        synchronized (this) {
            return new Seen(
                    this,
                    physical,
                    connections.computeIfAbsent(physical, any -> new PhysicalConnection(shadows, variables)));
        }
    }

    /**
     * Returns the same for a connection that should be of another pool; null unless this pool has handed it out before.
     *
     * @throws SQLException if a lazy connection cannot get one from its pool
     */
    @Nullable
    Seen findKnown(Connection connection) throws SQLException {
        Connection physical = DriverConnection.below(connection);
        synchronized (this) {
            PhysicalConnection known = physical == null ? null : connections.get(physical);
            return physical == null || known == null ? null : new Seen(this, physical, known);
        }
    }

    record Seen(PooledConnections pool, Connection physical, PhysicalConnection known) {}

    /** Starts a use. {@code isolationSet}: the use has set the isolation, so it is not the pool's. */
    void begins(Seen seen, boolean isolationSet) {
        if (!useful.getAsBoolean()) {
            return;
        }
        Free before = seen.known().free();
        seen.known().begins(seen.physical(), nanoTime.getAsLong(), isolationSet, wantedNanos);
        learn(seen.known(), before);
    }

    /** Ends a use. {@code onlyRead}: a transaction of this use that is still open has only read. */
    void ends(Seen seen, boolean isolationSet, boolean onlyRead) {
        Free before = seen.known().free();
        if (useful.getAsBoolean()) {
            seen.known().ends(seen.physical(), nanoTime.getAsLong(), isolationSet, onlyRead);
        } else {
            seen.known().endsUnproven(isolationSet);
        }
        learn(seen.known(), before);
    }

    /** The first facts about a connection may come late: proofs were of no use while its first use began, or ended. */
    private void learn(PhysicalConnection connection, @Nullable Free before) {
        Free now = connection.free();
        if (now != null && now.facts() != null && (before == null || before.facts() == null)) {
            newest = now; // before isKnown says so
        }
        learn(connection);
        if (!Objects.equals(before, now)) {
            changes.incrementAndGet();
        }
    }

    /**
     * Returns whether the server refuses every write of the next transaction.
     *
     * @param wanted whether the session has asked for read-only
     */
    boolean isReadOnly(Seen seen, boolean wanted) {
        return seen.known().isReadOnly(seen.physical(), nanoTime.getAsLong(), wanted);
    }

    @Nullable
    String refusal(Seen seen, ServerFacts server) {
        seen.known().prove(seen.physical(), nanoTime.getAsLong()); // a session may hold the connection for a long time
        learn(seen.known());
        return seen.known().refusal(server);
    }
}
