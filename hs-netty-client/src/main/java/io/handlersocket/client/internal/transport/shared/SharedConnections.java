// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.Tls;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The published shared connections, and the choice of one for the next lookup. Any thread. */
public final class SharedConnections {

    private static final Connection[] NONE = {};

    private final ConnectionLimits limits;
    private final @Nullable Tls tls;
    private final EventLoop loop;
    private final BatchSizes batches;
    private final LongSupplier nanoTime;
    private volatile Connection[] published = NONE;

    public SharedConnections(
            ConnectionLimits limits, @Nullable Tls tls, EventLoop loop, BatchSizes batches, LongSupplier nanoTime) {
        this.limits = limits;
        this.tls = tls;
        this.loop = loop;
        this.batches = batches;
        this.nanoTime = nanoTime;
    }

    /**
     * Makes an authenticated connection; does not block. If that fails, the connection is closed. Calls {@code
     * connected} on the event loop before it is authenticated, and {@code ended} once when a connected one ended.
     */
    public CompletableFuture<Connection> connect(
            String name, Target target, Consumer<Connection> connected, BiConsumer<Connection, String> ended) {
        Connection connection = new Connection(name, limits, loop, batches, ended, nanoTime);
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
            connected.accept(ready);
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
        return connection.authenticate(secret, timeoutNanos).handle((ok, failure) -> {
            if (failure != null) {
                connection.close("not authenticated");
                throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
            }
            return connection;
        });
    }

    /** Lets lookups use these connections and no others; returns false if all of them are closed. */
    public synchronized boolean publish(List<Connection> connections) {
        List<Connection> usable = new ArrayList<>(connections);
        usable.removeIf(Connection::isClosed);
        published = usable.toArray(NONE);
        withdrawClosed(); // one may have closed between the two lines above
        return !usable.isEmpty();
    }

    /** Stops lookups from using any connection. */
    public synchronized void withdraw() {
        published = NONE;
    }

    public synchronized void withdrawClosed() {
        List<Connection> remaining = new ArrayList<>(all());
        if (remaining.removeIf(Connection::isClosed)) {
            published = remaining.toArray(NONE);
        }
    }

    public List<Connection> all() {
        return List.of(published);
    }

    /**
     * Returns the shared connection for the next lookup; null without one. On the event loop it is the connection
     * being read, so that requests of callbacks share a flush. On other threads it is always the same one for a thread,
     * for the same reason, unless that is much busier than another.
     */
    public @Nullable Connection pick() {
        Connection[] connections = published;
        if (connections.length == 0) {
            return null;
        }
        Connection reading = reading();
        return reading != null ? reading : unlessBusy(connections, own(connections));
    }

    /**
     * Returns the least busy shared connection; null without one. For many requests of one caller: {@link #pick}
     * would send them all to one connection, and so to one worker of the server. On the event loop it is the connection
     * being read, if another would hold hardly fewer: the write then carries the acknowledgement of what was read.
     */
    public @Nullable Connection pickLeastBusy() {
        Connection[] connections = published;
        if (connections.length == 0) {
            return null;
        }
        Connection least = leastBusy(connections, own(connections));
        Connection reading = reading();
        return reading != null && reading.loadNow() <= least.load() + 1 ? reading : least;
    }

    /** Returns the given connection if lookups still use it; otherwise as {@link #pickLeastBusy()}. */
    public @Nullable Connection pickLeastBusy(@Nullable Connection before) {
        return before != null && uses(before) ? before : pickLeastBusy();
    }

    private boolean uses(Connection connection) {
        for (Connection each : published) {
            if (each == connection) {
                return !connection.isClosed();
            }
        }
        return false;
    }

    /** Returns the connection being read, if the calling thread reads it and it can take requests. */
    private @Nullable Connection reading() {
        Connection reading = loop.reading;
        return reading != null && loop.isCurrentThread() && !reading.isClosed() && !reading.retired ? reading : null;
    }

    private static int own(Connection[] connections) {
        return (int) Long.remainderUnsigned(Thread.currentThread().getId(), connections.length);
    }

    /**
     * Returns the preferred connection. If it holds half a batch or more, or is closed, returns the least busy of those
     * that hold less than half as many requests, if there is one.
     */
    static Connection unlessBusy(Connection[] connections, int preferred) {
        Connection chosen = connections[preferred];
        int load = chosen.load();
        if (load < Connection.MAX_BATCH / 2) {
            return chosen;
        }
        for (int i = 1; i < connections.length; i++) {
            Connection other = connections[(preferred + i) % connections.length];
            int otherLoad = other.load();
            if (otherLoad < load / 2) {
                chosen = other;
                load = otherLoad;
            }
        }
        return chosen;
    }

    /** Returns the connection that holds the fewest requests; the preferred one among equals. */
    static Connection leastBusy(Connection[] connections, int preferred) {
        Connection chosen = connections[preferred];
        for (int i = 1; i < connections.length; i++) {
            Connection other = connections[(preferred + i) % connections.length];
            if (other.load() < chosen.load()) {
                chosen = other;
            }
        }
        return chosen;
    }

    /** Keeps the server from closing idle connections. Any thread. */
    public void keepAlive(String secret) {
        for (Connection connection : published) {
            connection.keepAlive(secret);
        }
    }

    /** Sends each a request, without which no silence of the server would be noticed. */
    public void ask(String secret, long timeoutNanos) {
        for (Connection connection : published) {
            connection.authenticate(secret, timeoutNanos);
        }
    }

    public int inFlight() {
        int sum = 0;
        for (Connection connection : published) {
            sum += connection.inFlight();
        }
        return sum;
    }
}
