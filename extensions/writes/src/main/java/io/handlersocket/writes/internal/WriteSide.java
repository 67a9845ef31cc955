// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.DefaultClient;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.control.NotUsableException;
import io.handlersocket.client.internal.control.guard.PortControl;
import io.handlersocket.client.internal.control.sql.SqlErrors;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import io.handlersocket.writes.WriteIndex;
import io.handlersocket.writes.WriteOptions;
import io.handlersocket.writes.WriteSnapshot;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The write side of a client: the queue, a pool of one connection, and the control thread of writes. Any thread.
 */
public final class WriteSide implements DefaultClient.Part {

    /** How often all clients close their write connections. */
    public static final long PAUSE_EVERY_MILLIS = 5_000;

    private static final Logger LOG = LoggerFactory.getLogger(WriteSide.class);
    private static final long DRAINED_STEP_MILLIS = TimeUnit.MINUTES.toMillis(1);

    /** How often within one timeout the queue expires writes. */
    private static final int SWEEPS = 20;

    /** A call of {@link #open} that waits for the control thread. */
    private record Opening(TableName table, String index, CompletableFuture<WriteIndex> result) {}

    private final ClientOptions options;
    private final WriteOptions writes;
    private final ConnectionPool pool;
    private final WriteQueue queue;
    private final PortControl port;
    private final WriteConnector connector;
    private final UserStages stages;
    private final Queue<Opening> openings = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable Reason> stopped = new AtomicReference<>();

    public WriteSide(ClientOptions options, WriteOptions writes, long pauseEveryMillis) {
        String name = options.name() + "-write";
        ConnectionLimits limits = new ConnectionLimits(
                options.times().connectMillis(),
                options.sizes().inFlight(),
                options.sizes().waiting(),
                options.sizes().lineBytes(),
                0,
                writes.timeout().toNanos());
        this.options = options;
        this.writes = writes;
        this.pool = new ConnectionPool(
                name, limits, options.address().tls(), (connection, reason) -> wake(), () -> {}, options.nanoTime());
        this.queue = new WriteQueue(
                name, options.sizes().waiting(), writes.timeout().toNanos(), this::wake, options.nanoTime());
        this.port = PortControl.of(options, name, pool, () -> true, this::step);
        this.connector = new WriteConnector(options, writes, pool, port, queue, pauseEveryMillis);
        this.stages = new UserStages(options.callbackExecutor(), pool.io());
    }

    public void start() {
        port.deadMansSwitch().start();
        pool.every("write time-outs", writes.timeout().toNanos() / SWEEPS, queue::expire);
    }

    private void wake() {
        port.loop().wake();
    }

    /** Takes the connector's step and then at most one opening, because many would delay the guard. */
    private long step() {
        Reason why = stopped.get();
        if (why != null) {
            carryOut(why);
        }
        long delay = why == null ? connector.step() : DRAINED_STEP_MILLIS;
        Opening opening = openings.peek();
        if (opening == null) {
            return delay;
        }
        try {
            open(opening);
        } finally {
            openings.remove(opening);
        }
        return 0;
    }

    private UnavailableException unavailable(Reason why) {
        return new UnavailableException(why, options.name() + ": " + why);
    }

    public UserStages stages() {
        return stages;
    }

    /** Asks SQL whether a table may be written to. Does not block. */
    public CompletableFuture<WriteIndex> open(TableName table, String index) {
        CompletableFuture<WriteIndex> result = new CompletableFuture<>();
        openings.add(new Opening(table, index, result));
        if (stopped.get() == Reason.CLOSED) { // read after the add, because close() sets it and then fails all openings
            result.completeExceptionally(unavailable(Reason.CLOSED));
        }
        wake();
        return result;
    }

    private void open(Opening opening) {
        TableName name = opening.table();
        CompletableFuture<WriteIndex> result = opening.result();
        try {
            result.complete(new DefaultWriteIndex(check(opening), queue, stages));
        } catch (SQLException e) {
            result.completeExceptionally(
                    SqlErrors.isBroken(e) || SqlErrors.isLockWait(e)
                            ? new UnavailableException(
                                    Reason.NOT_CONNECTED, options.name() + ": SQL: " + e.getMessage())
                            : new RefusedException(name + ": " + e.getMessage()));
        } catch (NotUsableException e) {
            result.completeExceptionally(new RefusedException(options.name() + ": no writes: " + e.getMessage()));
        } catch (HandlerSocketException e) {
            result.completeExceptionally(e);
        } catch (RuntimeException | Error e) { // the result must complete
            LOG.error("{}: the check of table {} failed", options.name(), name, e);
            result.completeExceptionally(e);
        }
    }

    /** A lost session says nothing about the table, nor about the server: it may have waited in a pool for too long. */
    private WriteTable check(Opening opening) throws SQLException, NotUsableException {
        try {
            return connector.check(opening.table(), opening.index());
        } catch (SQLException e) {
            if (!SqlErrors.isBroken(e)) {
                throw e;
            }
            port.sessions().release();
            return connector.check(opening.table(), opening.index());
        }
    }

    public WriteSnapshot snapshot() {
        return queue.snapshot(List.copyOf(port.quarantine().until().keySet()));
    }

    @Override
    public void drain() {
        if (stopped.updateAndGet(before -> before == Reason.CLOSED ? before : Reason.DRAINED) == Reason.DRAINED) {
            stop(Reason.DRAINED);
        }
    }

    @Override
    public void resume() {
        if (stopped.compareAndSet(Reason.DRAINED, null)) {
            wake();
        }
    }

    @Override
    public void close() {
        if (stopped.getAndSet(Reason.CLOSED) == Reason.CLOSED) {
            return;
        }
        stop(Reason.CLOSED);
        port.close();
        queue.close(unavailable(Reason.CLOSED));
        openings.forEach(opening -> opening.result().completeExceptionally(unavailable(Reason.CLOSED)));
    }

    /** Refuses the waiting writes, but none that came after the order was taken back. */
    private void carryOut(Reason why) {
        connector.stop(options.name() + ": " + why);
        queue.refuseWhile(() -> stopped.get() == why, unavailable(why));
    }

    private void stop(Reason why) {
        if (!port.loop().executeAndWait(() -> carryOut(why))) {
            LOG.warn(
                    "{}: SQL does not answer, so writes in flight are not waited for, and may fail. Read the rows to"
                            + " find out which writes were applied",
                    options.name());
            pool.closeAll(why.toString());
        }
    }
}
