// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.lookup.SharedIndex;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.ConnectionPool;
import io.handlersocket.client.internal.transport.ServerConnection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a client connected, and out of the way of DDL.
 *
 * <p>One thread does all that blocks: it looks at where things stand, does the next thing, and waits until it is time to look
 * again or somebody wakes it. Every method here may be called from any thread.
 */
public final class Supervisor implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
    private static final long ASK_AGAIN_MILLIS = 1_000;
    private static final long AWAY_STEP_MILLIS = 20;
    private static final long AWAY_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long DRAINED_STEP_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final ConnectionRounds rounds;
    private final Indexes indexes;
    private final StatusBoard board;
    private final Quarantine quarantine = new Quarantine();
    private final DeadMansSwitch deadMansSwitch;
    private final Link link;
    private final ControlLoop loop;
    private final Set<CompletableFuture<?>> pending = ConcurrentHashMap.newKeySet();
    private volatile boolean drained;

    public Supervisor(ClientOptions options) {
        this.options = options;
        this.board = new StatusBoard(options.name(), options.listener());
        this.indexes = new Indexes(quarantine, options);
        this.pool = new ConnectionPool(
                options.name(), limits(options), options.address().tls(), this::lost, this::wake);
        this.rounds = new ConnectionRounds(options, pool);
        this.deadMansSwitch = new DeadMansSwitch(() -> board.is(ClientState.READY), pool, options.listener());
        this.link = new Link(options, pool, rounds, indexes, quarantine, board, deadMansSwitch);
        // The minute between looks while drained is only a safety net: resume() wakes the loop.
        this.loop = new ControlLoop(options.name(), () -> drained ? DRAINED_STEP_MILLIS : link.step());
    }

    private static ConnectionLimits limits(ClientOptions options) {
        return new ConnectionLimits(
                Math.toIntExact(options.times().connect().toMillis()),
                options.sizes().inFlight(),
                options.sizes().waiting(),
                options.sizes().lineBytes(),
                options.sizes().directConnections(),
                options.times().request().toNanos());
    }

    /** Starts to connect, in the background. */
    public void start() {
        if (options.guard()) {
            deadMansSwitch.start();
        } else {
            LOG.warn("{}: no DDL guard: ALTER TABLE and its like wait while this client is connected", options.name());
        }
        loop.wake();
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

    public StatusBoard board() {
        return board;
    }

    /** Connections made after the first round. */
    public long reconnects() {
        return rounds.reconnects();
    }

    /** Since the guard last saw that nobody waits; empty where there is nothing to guard. */
    public Optional<Duration> guardLag() {
        return options.guard() && board.is(ClientState.READY)
                ? Optional.of(deadMansSwitch.silence())
                : Optional.empty();
    }

    /** Opens an index once the first attempt to connect has ended; does not block. */
    public CompletableFuture<Index> open(IndexSpec spec, LookupContext context) {
        return submit((sql, server) -> indexes.open(sql, server, pool, context, spec));
    }

    /** Opens an index again that was closed to make room for others; does not block. */
    public void reopen(SharedIndex index) {
        submit((sql, server) ->
                        index.opened() != null ? Map.of() : indexes.reopen(sql, server, pool.serving(), List.of(index)))
                .whenComplete((opened, failure) -> {
                    if (failure != null) {
                        loop.executeLater(index::askAgain, ASK_AGAIN_MILLIS);
                    }
                });
    }

    /** Reads the catalogue once the first attempt to connect has ended; does not block. */
    public CompletableFuture<Table> table(TableName name) {
        return submit((sql, server) -> indexes.table(sql, name));
    }

    private interface ControlTask<T> {
        T run(SqlSession session, ServerFacts server) throws SQLException, NotUsableException;
    }

    @SuppressWarnings("CollectionUndefinedEquality") // the very same future is meant
    private <T> CompletableFuture<T> submit(ControlTask<T> task) {
        if (options.dataSource() == null) {
            return CompletableFuture.failedFuture(
                    new RefusedException(options.name() + ": " + ClientOptions.NO_CATALOGUE));
        }
        CompletableFuture<T> result = new CompletableFuture<>();
        pending.add(result);
        result.whenComplete((value, failure) -> pending.remove(result));
        long deadline = System.nanoTime() + AWAY_NANOS;
        if (!loop.execute(() -> run(task, result, deadline)) || board.is(ClientState.CLOSED)) {
            result.completeExceptionally(board.unavailable());
        }
        return result;
    }

    private <T> void run(ControlTask<T> task, CompletableFuture<T> result, long deadline) {
        if (link.isAway() && System.nanoTime() - deadline < 0) {
            loop.executeLater(() -> run(task, result, deadline), AWAY_STEP_MILLIS); // it comes back by itself
            return;
        }
        if (link.wakeUp()) {
            loop.wake(); // the loop's next look was far away
        } else if (link.isLate()) {
            link.step(); // opening many indexes must not keep the guard from looking
        }
        SqlSessions sessions = link.sessions().orElse(null);
        Discovery.Found found = board.get().found();
        if (sessions == null || found == null) {
            result.completeExceptionally(board.unavailable());
            return;
        }
        try {
            result.complete(task.run(sessions.get(), found.facts()));
        } catch (HandlerSocketException | IllegalArgumentException e) {
            result.completeExceptionally(e);
        } catch (SQLException e) {
            if (sessions.isLostBy(e)) {
                giveUp(ClientState.UNREACHABLE, "SQL: " + e.getMessage(), result);
            } else {
                result.completeExceptionally(new RefusedException("SQL: " + e.getMessage()));
            }
        } catch (NotUsableException e) {
            giveUp(ClientState.NOT_USABLE, String.valueOf(e.getMessage()), result);
        } catch (RuntimeException | Error e) { // somebody waits for the result
            LOG.error("{}: could not ask SQL", options.name(), e);
            result.completeExceptionally(e);
        } finally {
            loop.executeLater(sessions::releaseUnused, SqlSessions.keepMillis());
        }
    }

    private void giveUp(ClientState state, String reason, CompletableFuture<?> result) {
        link.giveUp(state, reason);
        result.completeExceptionally(board.unavailable());
        loop.wake();
    }

    /** Closes everything and keeps it closed until {@link #resume()}; returns once it is. */
    public void drain(String reason) {
        if (board.is(ClientState.CLOSED)) {
            return;
        }
        drained = true;
        stop(ClientState.DRAINED, reason);
    }

    /** Connects again. */
    public void resume() {
        drained = false;
        loop.wake();
    }

    @Override
    public void close() {
        if (board.is(ClientState.CLOSED)) {
            return;
        }
        drained = true;
        stop(ClientState.CLOSED, "closed");
        loop.close();
        link.abort();
        pool.close();
        pending.forEach(result -> result.completeExceptionally(board.unavailable()));
    }

    private void stop(ClientState state, String reason) {
        boolean inOrder = loop.executeAndWait(() -> {
            pool.drain(reason, options.times().request().toNanos());
            link.giveUp(state, reason);
        });
        if (!inOrder) {
            LOG.warn("{}: could not drain in order: SQL does not answer", options.name());
            pool.closeAll(reason);
            board.set(state, reason);
        }
    }

    private void lost(ServerConnection connection, String reason) {
        LOG.debug("{} closed: {}", connection, reason);
        rounds.events().closed(connection, reason);
        wake();
    }

    private void wake() {
        if (board.is(ClientState.READY)) {
            loop.wake();
        }
    }
}
