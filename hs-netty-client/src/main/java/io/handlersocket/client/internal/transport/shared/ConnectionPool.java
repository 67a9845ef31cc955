// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.concurrent.TaskGuard;
import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.CircuitBreaker;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.internal.transport.Sweep;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.Tls;
import io.handlersocket.client.internal.transport.direct.DirectConnection;
import io.handlersocket.client.internal.transport.direct.DirectConnections;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * All connections of a client. A connection serves lookups once it is {@linkplain #publish(List) published} or
 * {@linkplain DirectConnections#add added}: authenticated, with every index open.
 */
public final class ConnectionPool implements AutoCloseable {

    private static final long DRAIN_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final String name;
    private final LongSupplier nanoTime;
    private final ConnectionLimits limits;
    private final EventLoop loop;
    private final @Nullable Tls tls;
    private final BiConsumer<ServerConnection, String> lost;
    private final SharedConnections shared;
    private final DirectConnections direct;
    private final Set<ServerConnection> alive = ConcurrentHashMap.newKeySet();
    private final BatchSizes batches = new BatchSizes(Connection.MAX_BATCH);
    private final CircuitBreaker circuit;
    private final AtomicInteger number = new AtomicInteger();

    /**
     * @param tls encrypts each connection, if not null
     * @param lost called with each connection that ended and the reason; must not block
     * @param shortage called when there should be more {@linkplain #direct() direct} connections; must not block
     */
    public ConnectionPool(
            String name,
            ConnectionLimits limits,
            @Nullable Tls tls,
            BiConsumer<ServerConnection, String> lost,
            Runnable shortage,
            LongSupplier nanoTime) {
        this.name = name;
        this.nanoTime = nanoTime;
        this.limits = limits;
        this.loop = new EventLoop(name);
        this.tls = tls;
        this.lost = lost;
        this.shared = new SharedConnections(loop);
        this.direct = new DirectConnections(limits, batches, shortage, nanoTime);
        this.circuit = new CircuitBreaker(name, nanoTime);
        if (limits.maxDirect() > 0) {
            long period = limits.sweepNanos();
            every("time-outs", period, new Sweep(this::expireDirect, period, nanoTime));
        }
    }

    /** Makes an authenticated shared connection. If that fails, the connection is closed. Does not block. */
    public CompletableFuture<Connection> connect(Target target) {
        Connection connection = new Connection(named(target, '#'), limits, loop, batches, this::ended, nanoTime);
        try {
            Future<?> socket =
                    loop.connect(target.endpoint(), tls, limits.connectTimeoutMillis(), connection.handler());
            socket.addListener(done -> {
                if (!done.isSuccess()) {
                    fail(connection, done.cause());
                }
            });
        } catch (RuntimeException | Error e) { // from the supplier of the TLS context, for instance
            fail(connection, e);
        }
        if (loop.group().isShutdown()) { // the loop calls no listener
            fail(connection, new IllegalStateException("the client is closed"));
        }
        return connection.whenActive().thenCompose(ready -> {
            alive.add(ready);
            if (ready.isClosed()) {
                alive.remove(ready); // it ended before it was added
            }
            return authenticated(ready, target.secret());
        });
    }

    private static void fail(Connection connection, Throwable cause) {
        connection.whenActive().completeExceptionally(ServerConnection.lost(connection, cause));
    }

    private CompletableFuture<Connection> authenticated(Connection connection, String secret) {
        if (secret.isEmpty()) {
            return CompletableFuture.completedFuture(connection);
        }
        long timeoutNanos = TimeUnit.MILLISECONDS.toNanos(limits.connectTimeoutMillis());
        return connection
                .authenticate(secret, timeoutNanos)
                .whenComplete((ok, failure) -> {
                    if (failure != null) {
                        connection.close("not authenticated");
                    }
                })
                .thenApply(ok -> connection);
    }

    /** Makes connections as below; blocks up to twice the connect timeout: to connect, and to authenticate. */
    public List<Connection> connectAll(Target target, int count) {
        return connectAll(target, count, 2 * TimeUnit.MILLISECONDS.toNanos(limits.connectTimeoutMillis()));
    }

    /**
     * Makes authenticated shared connections at the same time, so that the server spreads them over its workers: all or
     * none. Blocks up to the limit.
     */
    public List<Connection> connectAll(Target target, int count, long limitNanos) {
        List<CompletableFuture<Connection>> attempts =
                Stream.generate(() -> connect(target)).limit(count).toList();
        HandlerSocketException failure;
        try {
            CompletableFuture.allOf(attempts.toArray(CompletableFuture<?>[]::new))
                    .get(limitNanos, TimeUnit.NANOSECONDS);
            return attempts.stream().map(CompletableFuture::join).toList();
        } catch (ExecutionException e) {
            failure = e.getCause() instanceof HandlerSocketException known ? known : ServerConnection.lost(target, e);
        } catch (TimeoutException e) {
            long millis = TimeUnit.NANOSECONDS.toMillis(limitNanos);
            failure = notConnected(target, "no answer within " + millis + " ms");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failure = notConnected(target, "interrupted while connecting");
        }
        attempts.forEach(attempt -> attempt.thenAccept(made -> made.close("another connection could not be made")));
        throw failure;
    }

    private static UnavailableException notConnected(Target target, String why) {
        return new UnavailableException(Reason.NOT_CONNECTED, target + ": " + why);
    }

    /**
     * Makes an authenticated direct connection, or closes it and fails. Blocks up to twice the shorter of both
     * timeouts.
     */
    public DirectConnection connectDirect(Target target, int timeoutMillis) {
        DirectConnection connection = direct.make(named(target, '@'), target, this::ended);
        alive.add(connection);
        connection.connect(target, tls, Math.min(timeoutMillis, limits.connectTimeoutMillis()));
        return connection;
    }

    private String named(Target target, char kind) {
        return name + '[' + target + kind + number.incrementAndGet() + ']';
    }

    /** Lets lookups use these shared connections and no others. */
    public void publish(List<Connection> connections) {
        if (shared.publish(connections)) {
            circuit.succeeded(); // the server has just answered on them; earlier failures were of other connections
        }
    }

    public DirectConnections direct() {
        return direct;
    }

    public SharedConnections shared() {
        return shared;
    }

    /** Returns every connection that serves lookups now. Indexes must be open on all of them. */
    public List<ServerConnection> serving() {
        List<ServerConnection> serving = new ArrayList<>(shared.all());
        serving.addAll(direct.all());
        return serving;
    }

    /** Returns the most requests of one call on a connection: one batch, and never all places of its queue. */
    public int maxTogether() {
        return Math.max(1, Math.min(Connection.MAX_BATCH, limits.maxWaiting() / 2));
    }

    public LongSupplier nanoTime() {
        return nanoTime;
    }

    public Executor io() {
        return loop.group();
    }

    /** Runs a task periodically on the event loop until the pool is closed, whatever it throws. It must not block. */
    public void every(String what, long periodNanos, Runnable task) {
        Runnable guarded = new TaskGuard(name + ' ' + what, nanoTime).guarded(task);
        loop.group().scheduleWithFixedDelay(guarded, periodNanos, periodNanos, TimeUnit.NANOSECONDS);
    }

    /** Closes direct connections whose request has reached its deadline. Any thread. */
    public void expireDirect(long now) {
        for (ServerConnection connection : alive) {
            if (connection instanceof DirectConnection one) {
                one.expire(now);
            }
        }
    }

    /**
     * Closes the connections on which the server does not answer: asks each shared one, and closes each direct one that
     * no caller uses. For the time when lookups fail: a socket that the server has forgotten can stay open and silent
     * after new ones are answered. Any thread.
     */
    public void closeSilent(String secret, long timeoutNanos) {
        shared.ask(secret, timeoutNanos);
        direct.closeFree("the server does not answer");
    }

    public int inFlight() {
        return shared.inFlight() + direct.inFlight();
    }

    public CircuitBreaker circuit() {
        return circuit;
    }

    public BatchSizes batches() {
        return batches;
    }

    /** Returns the number of open shared connections and published direct connections. */
    public int size() {
        return direct.all().size()
                + (int) alive.stream().filter(Connection.class::isInstance).count();
    }

    /** Stops lookups and closes all connections; their requests fail. Does not block. */
    public void closeAll(String reason) {
        withdrawAll();
        for (ServerConnection connection : alive) {
            connection.close(reason);
        }
    }

    /**
     * Stops lookups and waits until all connections are closed: each once its requests are answered, all of them at the
     * timeout.
     */
    public void drain(String reason, long timeoutNanos) {
        withdrawAll();
        long deadline = nanoTime.getAsLong() + timeoutNanos;
        boolean interrupted = false;
        while (!alive.isEmpty() && nanoTime.getAsLong() - deadline < 0) {
            alive.forEach(connection -> connection.closeIfFree(reason));
            LockSupport.parkNanos(DRAIN_CHECK_NANOS);
            interrupted |= Thread.interrupted(); // while the flag is set, parkNanos returns at once
        }
        closeAll(reason);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void ended(ServerConnection connection, String reason) {
        alive.remove(connection);
        shared.withdrawClosed();
        direct.withdrawClosed();
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
