// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.connection;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.spi.OwnThread;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.internal.gate.ConnectionTracker;
import io.handlersocket.hibernate.internal.gate.SqlKinds;
import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import io.handlersocket.hibernate.internal.session.ConnectionSource;
import io.handlersocket.hibernate.internal.session.ConnectionUse;
import io.handlersocket.hibernate.internal.session.PooledConnections;
import io.handlersocket.hibernate.internal.session.ReaderConnections;
import io.handlersocket.hibernate.internal.util.DriverValues;
import io.handlersocket.hibernate.spi.LoadScopes;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The connections that Hibernate uses: their source, and the facts about each. */
public final class HibernateConnections {

    private static final Logger LOG = LoggerFactory.getLogger(HibernateConnections.class);

    public static final String UNCONFIRMED =
            "tables that were read while HandlerSocket was not connected are being looked up";

    /** By the name that statements use, quoted for SQL. */
    private final Map<String, String> mappedTables = new ConcurrentHashMap<>();

    private final PooledConnections pooled =
            new PooledConnections(System::nanoTime, mappedTables::values, this::isUseful, this::isGalera);
    private final @Nullable LoadScopes scopes;
    private final @Nullable ReaderConnections readers;
    private final KnownTables tables;
    private final SqlKinds kinds;
    private final boolean trusted;
    private final boolean planOnly;
    private final Supplier<@Nullable HandlerSocketClient> client;
    private volatile @Nullable ConnectionProvider provider;
    private final AtomicReference<@Nullable CompletableFuture<Void>> proving = new AtomicReference<>();
    private final AtomicBoolean warned = new AtomicBoolean(true); // there is no source yet
    private volatile ConnectionSource source = new ConnectionSource(true, PooledConnections.NONE, false, null);

    /**
     * @param trusted whether the application declares all connections alike
     * @param planOnly whether no load goes over HandlerSocket
     * @param client knows the tables
     * @param scopes says which other servers the client reads from; null if it reads from none
     */
    public HibernateConnections(
            boolean trusted,
            boolean planOnly,
            Supplier<@Nullable HandlerSocketClient> client,
            @Nullable LoadScopes scopes) {
        this.trusted = trusted;
        this.planOnly = planOnly;
        this.client = client;
        this.scopes = scopes;
        this.readers = scopes == null
                ? null
                : new ReaderConnections(
                        new PooledConnections(System::nanoTime, mappedTables::values, this::isUseful, () -> false),
                        pooled,
                        identity -> others(scopes, identity));
        this.tables = new KnownTables(client, this::schema, System::nanoTime, this::isUseful, this::distrust);
        this.kinds = new SqlKinds(tables);
    }

    /** Returns the facts about the client's server; null while they are unknown. */
    public @Nullable ServerFacts server() {
        HandlerSocketClient known = client.get();
        return known == null ? null : known.server().orElse(null);
    }

    private String schema() {
        ServerFacts server = server();
        return server == null ? "" : server.schema();
    }

    private List<ServerFacts> others(LoadScopes scopes, String identity) {
        ServerFacts own = server();
        return own == null ? List.of() : scopes.others(identity, own);
    }

    private void distrust() {
        pooled.distrust();
        if (readers != null) {
            readers.distrust();
        }
    }

    /**
     * Returns whether facts about connections can help a load now. Otherwise JDBC pays nothing for them: connections run
     * the application's statements only.
     */
    private boolean isUseful() {
        return (!planOnly || proving.get() != null) && mayBeUseful();
    }

    private boolean isGalera() {
        ServerFacts server = server();
        return server != null && server.galera();
    }

    private boolean mayBeUseful() {
        return refusalOfAll(null) == null && server() != null;
    }

    /**
     * Proves one connection in the background, unless one was proven before: those that were used while the server was
     * unknown were not.
     *
     * @return completes, and never fails, when the proof has ended
     */
    public CompletableFuture<Void> prove() {
        CompletableFuture<Void> running = proving.get();
        if (running != null) {
            return running;
        }
        ConnectionProvider known = provider;
        if (known == null || pooled.isKnown() || !mayBeUseful()) {
            return CompletableFuture.completedFuture(null);
        }
        CompletableFuture<Void> proof = new CompletableFuture<>();
        if (!proving.compareAndSet(null, proof)) {
            return prove();
        }
        CompletableFuture.runAsync(() -> prove(known), OwnThread.named("handlersocket-prove"))
                .whenComplete((nothing, failure) -> {
                    proving.set(null);
                    proof.complete(null);
                });
        return proof;
    }

    private void prove(ConnectionProvider known) {
        try {
            Connection connection = known.getConnection();
            try {
                TrackedConnection tracked = track(connection);
                tracked.transactionLog().use().begins();
                tracked.transactionLog().closes();
            } finally {
                known.closeConnection(connection);
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("No connection could be proven ahead of the first load", e);
        }
    }

    void from(ConnectionProvider provider) {
        this.provider = provider;
        source = ProviderSource.of(provider, trusted);
        warned.set(false);
    }

    /** Records a table that loads read. A temporary table of its name would hide it. */
    public void maps(String name, String quoted) {
        mappedTables.put(name, quoted);
    }

    /**
     * Finds out in the background which mapped tables are base tables, before the first statement reads one.
     */
    public CompletableFuture<Void> prepare() {
        return CompletableFuture.allOf(
                mappedTables.keySet().stream().map(tables::prepare).toArray(CompletableFuture<?>[]::new));
    }

    /** Returns whether all tables of statements are known; if not, they are asked about. */
    public boolean areConfirmed() {
        return tables.areConfirmed();
    }

    /**
     * Returns why HandlerSocket may answer no load of any session; null if that depends on the session.
     *
     * @param server the client's server; null while it is unknown, and then only the source decides
     */
    @Nullable
    String refusalOfAll(@Nullable ServerFacts server) {
        String reason = source.refusal();
        if (reason != null && server != null && warned.compareAndSet(false, true)) {
            // Only now: without a server, the reason of the client is the one to know.
            LOG.warn(
                    "All loads use JDBC: {}. Set {}=true if every connection leads to the same server, schema and"
                            + " account",
                    reason,
                    HandlerSocketSettings.TRUST_CONNECTIONS);
        }
        return reason == null && server != null && !planOnly && !tables.areConfirmed() ? UNCONFIRMED : reason;
    }

    public boolean areSplit() {
        return source.reader() != null;
    }

    public @Nullable String refusalOfReadOnly() {
        if (!areSplit()) {
            return null;
        }
        ReaderConnections known = readers(source);
        return known == null ? ConnectionSource.READ_ONLY : known.refusal();
    }

    private @Nullable ReaderConnections readers(ConnectionSource all) {
        ConnectionSource reader = all.reader();
        return reader != null && reader.refusal() == null && reader.reader() == null ? readers : null;
    }

    TrackedConnection track(Connection connection) {
        ConnectionSource known = source;
        ConnectionUse use = known.reader() == null
                ? pooled.use(connection, known.lazy())
                : pooled.useOfSplit(connection, readers(known));
        if (scopes != null) {
            use.tell(scopes);
        }
        TrackedConnection tracked = ConnectionTracker.track(connection, use, kinds);
        List<String> loads = LoadsWithoutConnection.take();
        if (!loads.isEmpty()) {
            loads.forEach(tracked.transactionLog()::answered);
        }
        return tracked;
    }

    public DriverValues driver() {
        return readers == null ? pooled.driver() : readers.driver();
    }

    public PooledConnections pooled() {
        return pooled;
    }

    /** Returns what collects the facts about other connections, which say nothing about the pool. */
    public PooledConnections unpooled() {
        return new PooledConnections(System::nanoTime, mappedTables::values, () -> true, this::isGalera);
    }
}
