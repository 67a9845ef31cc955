// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.WriteIndex;
import io.handlersocket.client.WriteOptions;
import io.handlersocket.client.WriteSnapshot;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.Collations;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.control.sql.SqlSession;
import io.handlersocket.client.internal.lookup.DefaultWriteIndex;
import io.handlersocket.client.internal.lookup.WriteQueue;
import io.handlersocket.client.internal.lookup.WriteTable;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything of a client that writes: a queue, a small pool, and one thread that opens, watches and closes. Any thread. */
public final class WritePort implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(WritePort.class);
    private static final long BREATH_MILLIS = 5_000;
    private static final long DRAINED_STEP_MILLIS = TimeUnit.MINUTES.toMillis(1);

    /** How many times in its timeout a write that waits is looked at. */
    private static final int LOOKS = 20;

    /** Somebody wants to write to a table. */
    private record Look(TableName table, String index, CompletableFuture<WriteIndex> result) {}

    private final ClientOptions options;
    private final WriteOptions writes;
    private final ConnectionPool pool;
    private final WriteQueue queue;
    private final WriteLink link;
    private final WriteServer server;
    private final ControlLoop loop;
    private final BooleanSupplier mustNotWait;
    private final Queue<Look> looks = new ConcurrentLinkedQueue<>();
    private volatile UnavailableException.@Nullable Reason stopped;

    /** @param readLoop whether the calling thread is the one that answers to lookups come by */
    public WritePort(ClientOptions options, WriteOptions writes, BooleanSupplier readLoop) {
        this(options, writes, readLoop, BREATH_MILLIS);
    }

    /** As the other one, with another {@link WriteLink#WriteLink breath}. */
    WritePort(ClientOptions options, WriteOptions writes, BooleanSupplier readLoop, long breathMillis) {
        String name = options.name() + "-write";
        this.options = options;
        this.writes = writes;
        this.pool = new ConnectionPool(
                name, limits(options, writes), options.tls(), (connection, reason) -> wake(), () -> {});
        this.queue = new WriteQueue(name, options.maxWaiting(), writes.timeout().toNanos(), this::wake);
        this.link = new WriteLink(options, writes, pool, queue, breathMillis);
        this.server = new WriteServer(options, writes);
        this.loop = new ControlLoop(name, this::step);
        this.mustNotWait = () -> pool.isEventLoop() || readLoop.getAsBoolean();
    }

    private static ConnectionLimits limits(ClientOptions options, WriteOptions writes) {
        return new ConnectionLimits(
                Math.toIntExact(options.connectTimeout().toMillis()),
                options.maxInFlight(),
                options.maxWaiting(),
                options.maxLineBytes(),
                0,
                writes.timeout().toNanos());
    }

    /** Starts to wait for writes; connects to nothing. */
    public void start() {
        link.start();
        pool.every(writes.timeout().toNanos() / LOOKS, queue::expire);
    }

    private void wake() {
        loop.wake();
    }

    /** The guard's step, and then at most one look, however many wait: together they could take longer than it may be silent. */
    private long step() {
        long delay = linkStep();
        Look look = looks.peek();
        if (look == null) {
            return delay;
        }
        try {
            look(look.table(), look.index(), look.result());
        } finally {
            looks.remove(look);
        }
        return 0;
    }

    private long linkStep() {
        UnavailableException.Reason why = stopped;
        if (why != null) {
            link.stop(unavailable(why));
            return DRAINED_STEP_MILLIS;
        }
        return link.step();
    }

    private UnavailableException unavailable(UnavailableException.Reason why) {
        return new UnavailableException(why, options.name() + ": " + why);
    }

    /** Looks whether a table may be written to; does not block. */
    public CompletableFuture<WriteIndex> open(TableName table, String index) {
        CompletableFuture<WriteIndex> result = new CompletableFuture<>();
        if (options.dataSource() == null) {
            result.completeExceptionally(new RefusedException(options.name() + ": " + ClientOptions.NO_CATALOGUE));
            return result;
        }
        looks.add(new Look(table, index, result));
        if (stopped == UnavailableException.Reason.CLOSED) { // asked behind the queue, as close() clears it behind that
            result.completeExceptionally(unavailable(UnavailableException.Reason.CLOSED));
        }
        wake();
        return result;
    }

    private void look(TableName name, String index, CompletableFuture<WriteIndex> result) {
        try (SqlSession sql = SqlSession.open(options.sql())) {
            Collations collations = new Collations();
            collations.prepare(sql, List.of(name));
            WriteTable table =
                    WriteRules.read(sql, name, index, server.find(sql).facts(), collations);
            WriteRules.tryAll(sql, table.table());
            result.complete(new DefaultWriteIndex(table, queue, mustNotWait, options.callbackExecutor()));
        } catch (SQLException e) {
            result.completeExceptionally(
                    SqlErrors.isBroken(e) || SqlErrors.isLockWait(e)
                            ? new UnavailableException(
                                    UnavailableException.Reason.NOT_CONNECTED,
                                    options.name() + ": SQL: " + e.getMessage())
                            : new RefusedException(name + ": " + e.getMessage()));
        } catch (NotUsableException e) {
            result.completeExceptionally(new RefusedException(options.name() + ": no writes: " + e.getMessage()));
        } catch (HandlerSocketException e) {
            result.completeExceptionally(e);
        } catch (RuntimeException | Error e) { // somebody waits for the result
            LOG.error("{}: could not ask SQL", options.name(), e);
            result.completeExceptionally(e);
        }
    }

    /** How it is now. */
    public WriteSnapshot snapshot() {
        return queue.snapshot(link.quarantined());
    }

    /** Closes everything and keeps it closed until {@link #resume()}; returns once it is. */
    public void drain() {
        stop(UnavailableException.Reason.DRAINED);
    }

    /** Connects again when a write comes. */
    public void resume() {
        if (stopped == UnavailableException.Reason.DRAINED) {
            stopped = null;
            wake();
        }
    }

    @Override
    public void close() {
        if (stopped == UnavailableException.Reason.CLOSED) {
            return;
        }
        stop(UnavailableException.Reason.CLOSED);
        loop.close();
        link.abort();
        pool.close();
        queue.close(unavailable(UnavailableException.Reason.CLOSED));
        looks.forEach(look -> look.result().completeExceptionally(unavailable(UnavailableException.Reason.CLOSED)));
    }

    private void stop(UnavailableException.Reason why) {
        if (stopped == UnavailableException.Reason.CLOSED) {
            return;
        }
        stopped = why;
        if (!loop.executeAndWait(() -> link.stop(unavailable(why)))) {
            LOG.warn("{}: could not drain writes in order: SQL does not answer", options.name());
            pool.closeAll(why.toString());
        }
    }
}
