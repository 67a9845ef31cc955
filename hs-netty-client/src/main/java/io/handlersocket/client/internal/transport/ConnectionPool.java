// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A few sockets that all threads share. Connections are made here, but serve lookups only once they are {@linkplain
 * #publish(List) published}: authenticated, with every index open.
 */
public final class ConnectionPool implements AutoCloseable {

    private static final Connection[] NONE = {};

    private final String name;
    private final ConnectionLimits limits;
    private final @Nullable Tls tls;
    private final EventLoop loop;
    private final BiConsumer<ServerConnection, String> lost;
    private final DirectConnections direct;
    private final Set<ServerConnection> alive = ConcurrentHashMap.newKeySet();
    private final BatchSizes batches = new BatchSizes(Connection.MAX_BATCH);
    private final CircuitBreaker circuit;
    private final AtomicInteger number = new AtomicInteger();
    private volatile Connection[] published = NONE;
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
        this.limits = limits;
        this.tls = tls;
        this.lost = lost;
        this.loop = new EventLoop(name);
        this.direct = new DirectConnections(limits.maxDirect(), shortage);
        this.circuit = new CircuitBreaker(name, System::nanoTime);
        if (limits.maxDirect() > 0) {
            every(limits.sweepNanos(), this::expireDirect);
        }
    }

    /** Connects and authenticates. Fails as the first of the two failed; nothing stays open then. */
    public CompletableFuture<Connection> connect(Target target) {
        EventLoop eventLoop = loop;
        Connection connection = new Connection(
                name + '[' + target + '#' + number.incrementAndGet() + ']', limits, eventLoop, batches, this::ended);
        eventLoop
                .connect(target.endpoint(), tls, limits.connectTimeoutMillis(), connection)
                .addListener(connected -> {
                    if (!connected.isSuccess()) {
                        connection
                                .whenActive()
                                .completeExceptionally(new ConnectionLostException(
                                        connection + ": " + connected.cause().getMessage(), connected.cause()));
                    }
                });
        return connection.whenActive().thenCompose(ready -> {
            alive.add(ready);
            SocketAddress server = ready.server();
            if (server != null) {
                maxGroupBytes = RequestGroup.maxBytes(server, tls != null);
            }
            if (ready.isClosed()) {
                alive.remove(ready); // it ended before it was in there
            }
            return authenticated(ready, target);
        });
    }

    /** The most bytes that the server surely reads in one round, and so answers from one snapshot. */
    public int maxGroupBytes() {
        return maxGroupBytes;
    }

    /**
     * Makes a connection for blocking callers; blocks up to twice the timeout, or the connect timeout if that is shorter.
     *
     * @throws HandlerSocketException if that failed; nothing stays open then
     */
    public DirectConnection connectDirect(Target target, int timeoutMillis) {
        DirectConnection connection = new DirectConnection(
                name + '[' + target + '@' + number.incrementAndGet() + ']',
                target.endpoint().isUnixSocket(),
                limits.maxLineBytes(),
                batches,
                this::directEnded);
        alive.add(connection);
        connection.connect(target, tls, Math.min(timeoutMillis, limits.connectTimeoutMillis()));
        return connection;
    }

    private CompletableFuture<Connection> authenticated(Connection connection, Target target) {
        if (target.secret().isEmpty()) {
            return CompletableFuture.completedFuture(connection);
        }
        return connection
                .authenticate(target.secret(), TimeUnit.MILLISECONDS.toNanos(limits.connectTimeoutMillis()))
                .handle((ok, failure) -> {
                    if (failure != null) {
                        connection.close("not authenticated");
                        throw sneaky(failure);
                    }
                    return connection;
                });
    }

    private static RuntimeException sneaky(Throwable failure) {
        return failure instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(failure);
    }

    /** Lets lookups use these connections, and only these. */
    public synchronized void publish(List<Connection> connections) {
        List<Connection> usable = new ArrayList<>(connections);
        usable.removeIf(Connection::isClosed);
        published = usable.toArray(NONE);
        if (!usable.isEmpty()) {
            circuit.succeeded(); // the server has just answered on them, and losses before were of others
        }
        if (usable.stream().anyMatch(Connection::isClosed)) {
            withdrawClosed(); // one ended between the two lines, and its end saw the old array
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
        return List.of(published);
    }

    /**
     * The connection for the next lookup: the one being read if this is the event loop, so that requests of callbacks leave
     * together; else one by thread, so that a thread's requests do, unless that one is far busier than another. Null if there
     * is none.
     */
    public @Nullable Connection pick() {
        Connection[] connections = published;
        if (connections.length == 0) {
            return null;
        }
        EventLoop eventLoop = loop;
        Connection reading = eventLoop.reading;
        if (reading != null && eventLoop.isCurrentThread() && !reading.isClosed() && !reading.retired) {
            return reading;
        }
        return Load.lessBusy(connections, own(connections));
    }

    /**
     * The connection for much work at once: the one with least to do, wherever the caller runs. By thread, or by what is being
     * read, all of it would end up on one connection, and so on one worker of the server. Null if there is none.
     */
    public @Nullable Connection pickLeastBusy() {
        Connection[] connections = published;
        return connections.length == 0 ? null : Load.least(connections, own(connections));
    }

    /** The place of the calling thread's connection. */
    private static int own(Connection[] connections) {
        return (int) Long.remainderUnsigned(Thread.currentThread().getId(), connections.length);
    }

    /** Whether the calling thread must not wait, because it is the one that would be waited for. */
    public boolean isEventLoop() {
        return loop.isCurrentThread();
    }

    /** Runs a task on the event loop again and again until the pool is closed; it must not block. */
    public void every(long periodNanos, Runnable task) {
        loop.group().scheduleAtFixedRate(task, periodNanos, periodNanos, TimeUnit.NANOSECONDS);
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
        for (Connection connection : published) {
            connection.keepAlive(secret);
        }
    }

    /** Requests sent and not answered, over all connections. */
    public int inFlight() {
        int sum = direct.inFlight();
        for (Connection connection : published) {
            sum += connection.inFlight();
        }
        return sum;
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
     * @param timeoutNanos the request timeout: a lookup's time begins before it picks a connection, so what was not sent
     *     within it is over anyway
     */
    public void retire(Connection connection, String reason, long timeoutNanos) {
        new Retirement(loop.group(), connection, reason, timeoutNanos).begin();
    }

    /** Stops lookups, closes every socket once all it holds is answered, or the time is over, and waits until that is done. */
    public void drain(String reason, long timeoutNanos) {
        withdrawAll();
        long deadline = System.nanoTime() + timeoutNanos;
        while (!alive.isEmpty() && System.nanoTime() - deadline < 0) {
            alive.forEach(connection -> connection.closeIfFree(reason));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        closeAll(reason);
    }

    private void ended(Connection connection, String reason) {
        alive.remove(connection);
        withdrawClosed();
        lost.accept(connection, reason);
    }

    private void directEnded(DirectConnection connection, String reason) {
        alive.remove(connection);
        direct.remove(connection);
        lost.accept(connection, reason);
    }

    private synchronized void withdrawAll() {
        published = NONE;
        direct.withdraw();
    }

    private synchronized void withdrawClosed() {
        List<Connection> remaining = new ArrayList<>(published());
        if (remaining.removeIf(Connection::isClosed)) {
            published = remaining.toArray(NONE);
        }
    }

    @Override
    public void close() {
        closeAll("client closed");
        loop.close();
    }
}
