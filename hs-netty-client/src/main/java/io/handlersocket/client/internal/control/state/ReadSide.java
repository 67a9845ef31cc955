// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.state;

import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.Index;
import io.handlersocket.client.IndexSpec;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.TaskGuard;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.connect.PoolMaintainer;
import io.handlersocket.client.internal.control.guard.PortControl;
import io.handlersocket.client.internal.control.guard.Quarantine;
import io.handlersocket.client.internal.control.index.IndexRegistry;
import io.handlersocket.client.internal.control.index.Indexes;
import io.handlersocket.client.internal.control.sql.Discovery;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.control.sql.SqlSessions;
import io.handlersocket.client.internal.lookup.IndexState;
import io.handlersocket.client.internal.lookup.LookupContext;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The read side of a client: the pool, the indexes and the control thread. It passes calls of any thread to the control
 * thread, which runs them between two steps of {@link ReadControl}. Any thread.
 */
public final class ReadSide implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReadSide.class);
    private static final long REOPEN_MILLIS = 1_000;
    private static final long WAITING_STEP_MILLIS = 20;
    private static final long WAITING_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final Indexes indexes;
    private final StatusBoard board;
    private final PortControl port;
    private final PoolMaintainer connections;
    private final ReadControl control;
    private final Set<CompletableFuture<?>> pending = ConcurrentHashMap.newKeySet();

    public ReadSide(ClientOptions options) {
        this.options = options;
        this.board = new StatusBoard(options.name(), options.listener(), options.time());
        this.pool = new ConnectionPool(
                options.name(), limits(options), options.address().tls(), this::lost, this::wake, options.nanoTime());
        this.port = PortControl.of(options, options.name(), pool, () -> board.is(ClientState.READY), this::step);
        Runnable markClean = port.deadMansSwitch()::markClean;
        this.indexes = new Indexes(port.quarantine(), options, port.holds(), port.sessions()::get);
        this.connections = new PoolMaintainer(options, pool, indexes, markClean, this::checkIfDue);
        this.control = new ReadControl(options, board, port.sessions(), connections, port.quarantine(), markClean);
    }

    private long step() {
        return control.step();
    }

    private boolean checkIfDue() throws SQLException, NotUsableException {
        return control.checkIfDue();
    }

    private static ConnectionLimits limits(ClientOptions options) {
        return new ConnectionLimits(
                options.times().connectMillis(),
                options.sizes().inFlight(),
                options.sizes().waiting(),
                options.sizes().lineBytes(),
                options.sizes().directConnections(),
                options.times().request().toNanos());
    }

    public void start() {
        if (options.guard()) {
            port.deadMansSwitch().start();
        } else {
            LOG.warn(
                    "{}: no DDL guard: ALTER TABLE and other DDL wait while this client is connected. Remove"
                            + " withoutGuard() unless another means keeps DDL apart",
                    options.name());
        }
        port.loop().wake();
    }

    public ConnectionPool pool() {
        return pool;
    }

    public IndexRegistry registry() {
        return indexes.registry();
    }

    public Quarantine quarantine() {
        return port.quarantine();
    }

    public StatusBoard board() {
        return board;
    }

    public long reconnects() {
        return connections.reconnects();
    }

    /** Returns the time since the guard last found that no session waits; empty without connections or guard. */
    public Optional<Duration> guardLag() {
        return options.guard() && board.is(ClientState.READY)
                ? Optional.of(port.deadMansSwitch().silence())
                : Optional.empty();
    }

    /** Opens an index; does not block. Wakes an idle client, and waits while the client yields to DDL. */
    public CompletableFuture<Index> open(IndexSpec spec, LookupContext context) {
        return submit((sql, server) -> indexes.open(sql, server, pool.serving(), context, spec));
    }

    /** Opens an index again that was closed to make room for others; does not block. */
    public void reopen(IndexState index) {
        submit((sql, server) -> {
                    indexes.reopen(sql, server, pool.serving(), index);
                    return index;
                })
                .whenComplete((opened, failure) -> {
                    if (board.is(ClientState.CLOSED)) {
                        index.markNotOpen(Reason.CLOSED);
                    } else if (failure != null) {
                        port.loop().executeLater(index::openingFailed, REOPEN_MILLIS);
                    }
                });
    }

    public void release(Index handle) {
        port.loop().execute(() -> indexes.registry().release(handle));
    }

    /** Reads a table's definition, as {@link #open} opens an index; does not block. */
    public CompletableFuture<Table> table(TableName name) {
        return submit((sql, server) -> indexes.table(sql, name));
    }

    private interface ControlTask<T> {
        T run(SqlSession session, ServerFacts server) throws SQLException, NotUsableException;
    }

    @SuppressWarnings("CollectionUndefinedEquality") // identity is meant
    private <T> CompletableFuture<T> submit(ControlTask<T> task) {
        CompletableFuture<T> result = new CompletableFuture<>();
        pending.add(result);
        result.whenComplete((value, failure) -> pending.remove(result));
        long deadline = options.nanoTime().getAsLong() + WAITING_NANOS;
        if (!port.loop().execute(() -> run(task, result, deadline, false)) || board.is(ClientState.CLOSED)) {
            result.completeExceptionally(board.unavailable());
        }
        return result;
    }

    /** @param again whether an earlier attempt has got or kept no SQL session, which says nothing about the table */
    private <T> void run(ControlTask<T> task, CompletableFuture<T> result, long deadline, boolean again) {
        try {
            if (control.isCheckDue()) {
                control.step(); // opening many indexes must not delay the guard
            }
            if (control.wakeUp()) {
                port.loop().wake(); // the next step was far away
            }
        } catch (RuntimeException | Error e) { // the caller waits for the result
            result.completeExceptionally(e);
            throw e;
        }
        boolean waits = control.isYielding()
                || control.isCheckDue() // for want of a session
                || (again && board.is(ClientState.UNREACHABLE));
        if (waits && options.nanoTime().getAsLong() - deadline < 0) {
            runLater(task, result, deadline, again);
            return;
        }
        Optional<Discovery.Found> server = board.server();
        if (server.isEmpty() || !board.is(ClientState.READY)) {
            result.completeExceptionally(board.unavailable());
            return;
        }
        try {
            SqlSession session = port.sessions().getIfFree();
            if (session != null) {
                result.complete(task.run(session, server.get().facts()));
            } else if (options.nanoTime().getAsLong() - deadline < 0) {
                runLater(task, result, deadline, true);
            } else {
                result.completeExceptionally(new UnavailableException(
                        Reason.NOT_CONNECTED, options.name() + ": the DataSource gives no connection"));
            }
        } catch (HandlerSocketException | IllegalArgumentException e) {
            result.completeExceptionally(e);
        } catch (SQLException e) {
            // After an interrupted check, it is unknown which connections have the table open.
            if (port.sessions().isLostBy(e) || SqlErrors.isInterrupted(e)) {
                control.giveUp(e);
                if (again) {
                    failNotReady(result);
                } else {
                    port.loop().wake();
                    runLater(task, result, deadline, true);
                }
            } else {
                result.completeExceptionally(new RefusedException("SQL: " + SqlErrors.message(e)));
            }
        } catch (NotUsableException e) {
            control.giveUp(e);
            failNotReady(result);
        } catch (RuntimeException | Error e) { // the caller waits for the result
            LOG.error("{}: could not ask SQL", options.name(), e);
            result.completeExceptionally(e);
        } finally {
            port.loop().executeLater(port.sessions()::releaseUnused, SqlSessions.KEEP_MILLIS);
        }
    }

    private <T> void runLater(ControlTask<T> task, CompletableFuture<T> result, long deadline, boolean again) {
        port.loop().executeLater(() -> run(task, result, deadline, again), WAITING_STEP_MILLIS);
    }

    private void failNotReady(CompletableFuture<?> result) {
        result.completeExceptionally(board.unavailable());
        port.loop().wake();
    }

    /** Closes everything until {@link #resume()}; returns when everything is closed. */
    public void drain(String reason) {
        board.order(new State.Stopped(reason)).ifPresent(this::stop);
    }

    public void resume() {
        board.resume();
        port.loop().wake();
    }

    @Override
    public void close() {
        board.order(new State.Closed("closed"))
                .ifPresent(order -> TaskGuard.runAll(
                        () -> stop(order),
                        port::close,
                        () -> pending.forEach(result -> result.completeExceptionally(board.unavailable()))));
    }

    private void stop(State.Stopping order) {
        if (!port.loop().executeAndWait(control::stop)) {
            LOG.warn(
                    "{}: SQL does not answer, so connections are closed without waiting for answers, and lookups in"
                            + " flight fail. Check the SQL server",
                    options.name());
            pool.closeAll(order.next().reason());
            board.stopped(order);
        }
    }

    private void lost(ServerConnection connection, String reason) {
        LOG.debug("{} closed: {}", connection, reason);
        connections.closed(connection, reason);
        wake();
    }

    private void wake() {
        if (board.is(ClientState.READY)) {
            port.loop().wake();
        }
    }
}
