// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.internal.concurrent.TaskGuard;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Every socket of a client, from the moment it is connected until it ends. Connections serve lookups only once they
 * are {@linkplain #publish(List) published} or {@linkplain DirectConnections#add added}: authenticated, with every
 * index open.
 */
public final class ConnectionPool implements AutoCloseable {

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final String name;
    private final EventLoop loop;
    private final Connector connector;
    private final BiConsumer<ServerConnection, String> lost;
    private final SharedConnections shared;
    private final DirectConnections direct;
    private final Set<ServerConnection> alive = ConcurrentHashMap.newKeySet();
    private final BatchSizes batches = new BatchSizes(Connection.MAX_BATCH);
    private final CircuitBreaker circuit;
    private final boolean encrypted;
    private volatile int maxGroupBytes = RequestGroup.MAX_BYTES_FROM_AFAR;

    /**
     * @param name of threads and log lines
     * @param limits of each connection
     * @param tls how each is encrypted; null for not at all
     * @param lost told of each connection that ended, and why; must not block
     * @param shortage told when there should be more {@linkplain #direct() direct} connections; must not block
     */
    public ConnectionPool(
            String name,
            ConnectionLimits limits,
            @Nullable Tls tls,
            BiConsumer<ServerConnection, String> lost,
            Runnable shortage) {
        this.name = name;
        this.loop = new EventLoop(name);
        this.connector = new Connector(name, limits, tls, loop, batches);
        this.encrypted = tls != null;
        this.lost = lost;
        this.shared = new SharedConnections(loop);
        this.direct = new DirectConnections(limits.maxDirect(), shortage);
        this.circuit = new CircuitBreaker(name, System::nanoTime);
        if (limits.maxDirect() > 0) {
            every("time-outs", limits.sweepNanos(), this::expireDirect);
        }
    }

    /** Connects and authenticates. Fails as the first of the two failed; nothing stays open then. */
    public CompletableFuture<Connection> connect(Target target) {
        return connector.shared(target, this::connected, this::ended);
    }

    private void connected(Connection connection) {
        alive.add(connection);
        SocketAddress server = connection.server();
        if (server != null) {
            maxGroupBytes = RequestGroup.maxBytes(server, encrypted);
        }
        if (connection.isClosed()) {
            alive.remove(connection); // it ended before it was in there
        }
    }

    /** The most bytes that the server surely reads in one round, and so answers from one snapshot. */
    public int maxGroupBytes() {
        return maxGroupBytes;
    }

    /**
     * Makes a connection for blocking callers; blocks up to twice the timeout, or the connect timeout if that is
     * shorter.
     *
     * @throws HandlerSocketException if that failed; nothing stays open then
     */
    public DirectConnection connectDirect(Target target, int timeoutMillis) {
        DirectConnection connection = connector.direct(target, this::directEnded);
        alive.add(connection);
        connector.connect(connection, target, timeoutMillis);
        return connection;
    }

    /** Lets lookups use these connections, and only these. */
    public void publish(List<Connection> connections) {
        if (shared.publish(connections)) {
            circuit.succeeded(); // the server has just answered on them, and losses before were of others
        }
    }

    /** The connections that blocking callers have to themselves. */
    public DirectConnections direct() {
        return direct;
    }

    /** Every connection that serves lookups now: indexes must be open on all of them. */
    public List<ServerConnection> serving() {
        List<ServerConnection> serving = new ArrayList<>(published());
        serving.addAll(direct.all());
        return serving;
    }

    /** The connections that all threads share and that serve lookups now. */
    public List<Connection> published() {
        return shared.all();
    }

    /**
     * The connection for the next lookup: the one being read if this is the event loop, so that requests of callbacks
     * leave together; else one by thread, so that a thread's requests do, unless that one is far busier than another.
     * Null if no connection serves lookups.
     */
    public @Nullable Connection pick() {
        return shared.pick();
    }

    /**
     * The connection for much work at once: the one with least to do, wherever the caller runs. By thread, or by what
     * is being read, all of it would end up on one connection, and so on one worker of the server. Null if there is
     * none.
     */
    public @Nullable Connection pickLeastBusy() {
        return shared.pickLeastBusy();
    }

    /** The thread that serves all sockets. */
    public Executor io() {
        return loop.group();
    }

    /**
     * Runs a task on the event loop again and again until the pool is closed, whatever it throws; it must not block.
     *
     * @param what it does, for the log
     */
    public void every(String what, long periodNanos, Runnable task) {
        Runnable guarded = new TaskGuard(name + ' ' + what).guarded(task);
        loop.group().scheduleAtFixedRate(guarded, periodNanos, periodNanos, TimeUnit.NANOSECONDS);
    }

    /** Ends what waits on direct connections for too long. */
    public void expireDirect() {
        long now = System.nanoTime();
        for (ServerConnection connection : alive) {
            if (connection instanceof DirectConnection one) {
                one.expire(now);
            }
        }
    }

    /** Keeps idle connections from being closed by the server. Any thread. */
    public void keepAlive(String secret) {
        shared.keepAlive(secret);
    }

    /** Requests sent and not answered, over all connections. */
    public int inFlight() {
        return shared.inFlight() + direct.inFlight();
    }

    /** Whether lookups are sent at all. */
    public CircuitBreaker circuit() {
        return circuit;
    }

    /** How many requests left together. */
    public BatchSizes batches() {
        return batches;
    }

    /** Connections that are open; of the direct ones, those that serve lookups. */
    public int size() {
        return direct.all().size()
                + (int) alive.stream().filter(Connection.class::isInstance).count();
    }

    /** Stops lookups and closes every socket; what they held fails. Returns at once. */
    public void closeAll(String reason) {
        withdrawAll();
        for (ServerConnection connection : alive) {
            connection.close(reason);
        }
    }

    /**
     * Ends a connection that is published no more, without any lookup failing for it.
     *
     * @param timeoutNanos the request timeout: a lookup's time begins before it picks a connection, so what was not
     *     sent within it is over anyway
     */
    public void retire(Connection connection, String reason, long timeoutNanos) {
        new Retirement(loop.group(), connection, reason, timeoutNanos).begin();
    }

    /**
     * Stops lookups, closes every socket once all it holds is answered, or the time is over, and waits until that is
     * done.
     */
    public void drain(String reason, long timeoutNanos) {
        withdrawAll();
        long deadline = System.nanoTime() + timeoutNanos;
        boolean interrupted = false;
        while (!alive.isEmpty() && System.nanoTime() - deadline < 0) {
            alive.forEach(connection -> connection.closeIfFree(reason));
            LockSupport.parkNanos(LOOK_AGAIN_NANOS);
            interrupted |= Thread.interrupted(); // or no later look would wait
        }
        closeAll(reason);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void ended(Connection connection, String reason) {
        alive.remove(connection);
        shared.withdrawClosed();
        lost.accept(connection, reason);
    }

    private void directEnded(DirectConnection connection, String reason) {
        alive.remove(connection);
        direct.remove(connection);
        lost.accept(connection, reason);
    }

    private void withdrawAll() {
        shared.withdraw();
        direct.withdraw();
    }

    @Override
    public void close() {
        closeAll("client closed");
        loop.close();
    }
}
