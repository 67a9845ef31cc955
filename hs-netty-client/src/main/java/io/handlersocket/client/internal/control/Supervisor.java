// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.ConnectionPool;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a client connected, and out of the way of DDL.
 *
 * <p>One thread does all that blocks: {@link #step()} looks at where things stand, does the next thing, and says when to look
 * again. Whoever changes something wakes it. What it publishes is read by all threads.
 */
public final class Supervisor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);

    private static final long PROBE_MILLIS = 1_000;
    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long SILENCE_CHECK_MILLIS = 250;

    /** Long enough for a server's worker to see that it has no connection left, and to let its tables go. */
    private static final long PAUSE_AFTER_CLOSING_MILLIS = 100;

    /**
     * Where things stand.
     *
     * @param state as {@link ClientState} says
     * @param reason why, for an operator
     * @param found the server, if one was discovered
     */
    public record Status(ClientState state, String reason, Discovery.@Nullable Found found) {}

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final Discovery discovery;
    private final Indexes indexes;
    private final StateLog log;
    private final Quarantine quarantine = new Quarantine();
    private final Backoff backoff = new Backoff(100, 2_000);
    private final Backoff repairs = new Backoff(50, 2_000);
    private final ScheduledExecutorService control;
    private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
    private final AtomicLong connected = new AtomicLong();

    private volatile Status status = new Status(ClientState.STARTING, "", null);
    private volatile long lastCleanNanos;
    private volatile boolean drained;

    private @Nullable SqlSession session;
    private @Nullable ScheduledFuture<?> nextStep;
    private long nextProbeNanos;
    private boolean reconnecting;

    public Supervisor(ClientOptions options) {
        this.options = options;
        this.discovery = new Discovery(options);
        this.log = new StateLog(options.name());
        this.indexes = new Indexes(quarantine, options);
        this.pool = new ConnectionPool(options.name(), limits(options), this::lost);
        this.control =
                Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory(options.name() + "-control", true));
    }

    private static ConnectionLimits limits(ClientOptions options) {
        return new ConnectionLimits(
                Math.toIntExact(options.connectTimeout().toMillis()),
                options.maxInFlight(),
                options.maxWaiting(),
                options.maxLineBytes(),
                options.requestTimeout().toNanos());
    }

    /** Starts to connect, in the background. */
    public void start() {
        if (options.guard()) {
            pool.every(SILENCE_CHECK_MILLIS, this::closeIfGuardIsSilent);
        } else {
            LOG.warn(
                    "{}: no DDL guard: ALTER TABLE and its like wait for as long as this client is connected",
                    options.name());
        }
        wake();
    }

    public ConnectionPool pool() {
        return pool;
    }

    public Indexes indexes() {
        return indexes;
    }

    public Quarantine quarantine() {
        return quarantine;
    }

    public Status status() {
        return status;
    }

    public CompletableFuture<Void> firstAttempt() {
        return firstAttempt;
    }

    /** Connections made after the first round. */
    public long reconnects() {
        return Math.max(0, connected.get() - options.connections());
    }

    /** Opens an index once the first attempt to connect has ended. Any thread; does not block. */
    public CompletableFuture<Index> open(IndexSpec spec, LookupContext context) {
        return submit((sql, server) -> indexes.open(sql, server, pool, context, spec));
    }

    /** Reads the catalogue once the first attempt to connect has ended. Any thread; does not block. */
    public CompletableFuture<Table> table(TableName name) {
        return submit((sql, server) -> CatalogReader.read(sql, name));
    }

    private interface ControlTask<T> {
        T run(SqlSession session, ServerFacts server) throws SQLException, NotUsableException;
    }

    private <T> CompletableFuture<T> submit(ControlTask<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        try {
            control.execute(() -> run(task, result));
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(unavailable());
        }
        return result;
    }

    private <T> void run(ControlTask<T> task, CompletableFuture<T> result) {
        SqlSession sql = session;
        Status now = status;
        if (sql == null || now.state() != ClientState.READY || now.found() == null) {
            result.completeExceptionally(unavailable());
            return;
        }
        try {
            result.complete(task.run(sql, now.found().facts()));
        } catch (HandlerSocketException | IllegalArgumentException e) {
            result.completeExceptionally(e);
        } catch (SQLException e) {
            giveUp(ClientState.UNREACHABLE, "SQL: " + e.getMessage());
            result.completeExceptionally(unavailable());
            wake();
        } catch (NotUsableException e) {
            giveUp(ClientState.NOT_USABLE, String.valueOf(e.getMessage()));
            result.completeExceptionally(unavailable());
            wake();
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    private UnavailableException unavailable() {
        Status now = status;
        UnavailableException.Reason reason = switch (now.state()) {
            case STARTING, READY, UNREACHABLE -> UnavailableException.Reason.NOT_CONNECTED;
            case NOT_USABLE -> UnavailableException.Reason.NOT_USABLE;
            case DRAINED -> UnavailableException.Reason.DRAINED;
            case CLOSED -> UnavailableException.Reason.CLOSED;
        };
        return new UnavailableException(reason, options.name() + ": " + now.state() + " " + now.reason());
    }

    /** Closes everything and keeps it closed until {@link #resume()}; returns once it is. */
    public void drain(String reason) {
        drained = true;
        onControl(() -> {
            pool.drain(reason, options.requestTimeout().toNanos());
            giveUp(ClientState.DRAINED, reason);
        });
    }

    /** Connects again. */
    public void resume() {
        drained = false;
        wake();
    }

    @Override
    public void close() {
        if (status.state() == ClientState.CLOSED) {
            return;
        }
        drained = true;
        onControl(() -> {
            pool.drain("client closed", options.requestTimeout().toNanos());
            giveUp(ClientState.CLOSED, "closed");
        });
        control.shutdownNow();
        pool.close();
        firstAttempt.complete(null);
    }

    private void onControl(Runnable task) {
        try {
            control.submit(task).get(10, TimeUnit.SECONDS);
        } catch (RejectedExecutionException | ExecutionException | TimeoutException e) {
            LOG.warn("{}: could not drain in order: {}", options.name(), e.toString());
            pool.closeAll("drained");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            pool.closeAll("drained");
        }
    }

    // ---- control thread only, from here on

    private void wake() {
        try {
            control.execute(this::pass);
        } catch (RejectedExecutionException e) {
            // Closed.
        }
    }

    private void pass() {
        if (nextStep != null) {
            nextStep.cancel(false);
        }
        long delayMillis;
        try {
            delayMillis = step();
        } catch (RuntimeException e) {
            LOG.error("{}: giving up this attempt", options.name(), e);
            giveUp(ClientState.UNREACHABLE, e.toString());
            delayMillis = backoff.nextMillis();
        }
        if (status.state() != ClientState.CLOSED) {
            nextStep = control.schedule(this::pass, delayMillis, TimeUnit.MILLISECONDS);
        }
    }

    private long step() {
        if (drained) {
            return TimeUnit.MINUTES.toMillis(1); // resume() wakes
        }
        try {
            long delay = status.state() == ClientState.READY && !reconnecting ? watch() : connect();
            backoff.reset();
            return delay;
        } catch (SQLException e) {
            giveUp(ClientState.UNREACHABLE, "SQL: " + e.getMessage());
        } catch (NotUsableException e) {
            giveUp(ClientState.NOT_USABLE, String.valueOf(e.getMessage()));
        } catch (HandlerSocketException e) {
            giveUp(ClientState.UNREACHABLE, String.valueOf(e.getMessage()));
        } finally {
            if (status.state() != ClientState.STARTING) {
                firstAttempt.complete(null);
            }
        }
        return backoff.nextMillis();
    }

    private long connect() throws SQLException, NotUsableException {
        SqlSession sql = session;
        if (sql == null) {
            sql = SqlSession.open(options.dataSource());
            session = sql;
        }
        Discovery.Found found = discovery.discover(sql);
        if (standBack(sql, found.facts())) {
            return PROBE_MILLIS;
        }
        pool.closeAll("reconnecting");
        List<Connection> connections = connect(found.endpoint(), options.connections());
        indexes.forgetOpen();
        lastCleanNanos = System.nanoTime();
        indexes.reopen(sql, found.facts(), connections, indexes.wanted());
        pool.publish(connections);
        nextProbeNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PROBE_MILLIS);
        boolean again = reconnecting;
        reconnecting = false;
        if (!again) {
            setStatus(
                    ClientState.READY,
                    found.endpoint() + " (read), server " + found.facts().version() + ", database "
                            + found.facts().schema(),
                    found);
        }
        return PROBE_MILLIS;
    }

    private List<Connection> connect(Endpoint endpoint, int count) {
        List<CompletableFuture<Connection>> attempts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            attempts.add(pool.connect(endpoint));
        }
        List<Connection> connections = new ArrayList<>();
        HandlerSocketException failure = null;
        for (CompletableFuture<Connection> attempt : attempts) {
            try {
                connections.add(attempt.get(2 * options.connectTimeout().toMillis(), TimeUnit.MILLISECONDS));
                connected.incrementAndGet();
                options.listener().opened(endpoint);
            } catch (ExecutionException e) {
                failure = e.getCause() instanceof HandlerSocketException known ? known : null;
            } catch (TimeoutException e) {
                LOG.debug("{}: {} did not answer", options.name(), endpoint);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (connections.size() < count) {
            connections.forEach(connection -> connection.close("incomplete round"));
            throw failure != null
                    ? failure
                    : new UnavailableException(
                            UnavailableException.Reason.NOT_CONNECTED,
                            endpoint + ": no answer within the connect timeout of " + options.connectTimeout());
        }
        return connections;
    }

    private long watch() throws SQLException, NotUsableException {
        SqlSession sql = session;
        Discovery.Found found = status.found();
        if (sql == null || found == null) {
            throw new AssertionError("READY without a session");
        }
        long now = System.nanoTime();
        if (now - nextProbeNanos >= 0) {
            if (options.guard()) {
                if (standBack(sql, found.facts())) {
                    return PROBE_MILLIS;
                }
                List<TableName> guilty = DdlGuard.guilty(sql, indexes.openTables());
                if (!guilty.isEmpty()) {
                    return letPass(guilty);
                }
                lastCleanNanos = System.nanoTime();
            }
            nextProbeNanos = now + TimeUnit.MILLISECONDS.toNanos(PROBE_MILLIS);
            pool.keepAlive(found.endpoint().secret());
        }
        if (quarantine.release(now)) {
            indexes.reopen(sql, found.facts(), pool.published(), indexes.wanted());
        }
        if (indexes.takeStuck()) {
            return letPass(List.of());
        }
        long delay = Math.max(1, TimeUnit.NANOSECONDS.toMillis(nextProbeNanos - System.nanoTime()));
        return pool.size() < options.connections() ? Math.min(delay, repair(sql, found)) : delay;
    }

    /** Closes everything if somebody holds the drain lock, or if SQL reaches another server. */
    private boolean standBack(SqlSession sql, ServerFacts facts) throws SQLException {
        Optional<String> reason = DdlGuard.drainReason(sql, facts.identity());
        if (reason.isEmpty()) {
            return false;
        }
        pool.closeAll(reason.get());
        indexes.closeAll(UnavailableException.Reason.DRAINED);
        setStatus(ClientState.DRAINED, reason.get(), status.found());
        return true;
    }

    /** Closes everything so that those who wait for these tables get their locks, and comes back without them. */
    private long letPass(List<TableName> guilty) {
        pool.closeAll("a lock is waited for on " + guilty);
        long now = System.nanoTime();
        for (TableName table : guilty) {
            quarantine.add(table, now);
            options.listener().quarantined(table);
            LOG.info("{}: stands back from {}: somebody waits for a lock on it, or it changed", options.name(), table);
        }
        indexes.closeAll(UnavailableException.Reason.QUARANTINED);
        reconnecting = true;
        return PAUSE_AFTER_CLOSING_MILLIS + ThreadLocalRandom.current().nextLong(PAUSE_AFTER_CLOSING_MILLIS);
    }

    private long repair(SqlSession sql, Discovery.Found found) throws SQLException, NotUsableException {
        List<Connection> survivors = pool.published();
        try {
            List<Connection> added = connect(found.endpoint(), options.connections() - pool.size());
            indexes.extend(sql, found.facts(), added);
            List<Connection> all = new ArrayList<>(survivors);
            all.addAll(added);
            pool.publish(all);
            repairs.reset();
            return PROBE_MILLIS;
        } catch (HandlerSocketException e) {
            if (survivors.isEmpty()) {
                throw e; // discovery runs again: the server may be another one, with another secret
            }
            LOG.debug("{}: {}", options.name(), e.getMessage());
            return repairs.nextMillis();
        }
    }

    private void giveUp(ClientState state, String reason) {
        pool.closeAll(reason);
        indexes.closeAll(
                state == ClientState.CLOSED
                        ? UnavailableException.Reason.CLOSED
                        : state == ClientState.DRAINED
                                ? UnavailableException.Reason.DRAINED
                                : UnavailableException.Reason.NOT_CONNECTED);
        reconnecting = false;
        if (session != null) {
            session.close();
            session = null;
        }
        setStatus(state, reason, status.found());
    }

    private void setStatus(ClientState state, String reason, Discovery.@Nullable Found found) {
        Status before = status;
        status = new Status(state, reason, found);
        if (before.state() != state
                || (state != ClientState.READY && !before.reason().equals(reason))) {
            log.changed(state, reason, reason.endsWith("not MariaDB"));
            options.listener().stateChanged(before.state(), state, reason);
        }
    }

    // ---- event loop

    private void lost(Connection connection, String reason) {
        LOG.debug("{} closed: {}", connection, reason);
        Discovery.Found found = status.found();
        if (found != null) {
            options.listener().closed(found.endpoint(), reason);
        }
        if (status.state() == ClientState.READY) {
            wake();
        }
    }

    /** The dead man's switch: a guard that cannot see must not let tables stay open. */
    private void closeIfGuardIsSilent() {
        if (status.state() == ClientState.READY
                && pool.size() > 0
                && System.nanoTime() - lastCleanNanos > SILENCE_NANOS) {
            LOG.warn("{}: no clean answer of the DDL guard for 2 s: closing all connections", options.name());
            pool.closeAll("DDL guard silent");
        }
    }
}
