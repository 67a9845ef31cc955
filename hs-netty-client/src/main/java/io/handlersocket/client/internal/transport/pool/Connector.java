// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.pool;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.Tls;
import io.handlersocket.client.internal.transport.direct.DirectConnection;
import io.handlersocket.client.internal.transport.direct.DirectWidth;
import io.handlersocket.client.internal.transport.shared.Connection;
import io.handlersocket.client.internal.transport.shared.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Connects, encrypts and authenticates connections, and numbers their names. Any thread. */
final class Connector {

    private final String name;
    private final ConnectionLimits limits;
    private final @Nullable Tls tls;
    private final EventLoop loop;
    private final BatchSizes batches;
    private final DirectWidth width;
    private final AtomicInteger number = new AtomicInteger();

    /** @param tls encrypts each connection, if not null */
    Connector(String name, ConnectionLimits limits, @Nullable Tls tls, EventLoop loop, BatchSizes batches) {
        this.name = name;
        this.limits = limits;
        this.tls = tls;
        this.loop = loop;
        this.batches = batches;
        int processors = Runtime.getRuntime().availableProcessors();
        this.width = new DirectWidth(limits.maxDirect(), processors);
    }

    /**
     * Makes a shared connection; does not block. If that fails, the connection is closed.
     *
     * @param connected called on the event loop, before the connection is authenticated
     * @param ended called once with the reason why a connected one ended
     */
    CompletableFuture<Connection> shared(
            Target target, Consumer<Connection> connected, BiConsumer<Connection, String> ended) {
        Connection connection = new Connection(named(target, '#'), limits, loop, batches, ended);
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
        connection
                .whenActive()
                .completeExceptionally(new ConnectionLostException(connection + ": " + cause.getMessage(), cause));
    }

    private CompletableFuture<Connection> authenticated(Connection connection, String secret) {
        if (secret.isEmpty()) {
            return CompletableFuture.completedFuture(connection);
        }
        return connection
                .authenticate(secret, TimeUnit.MILLISECONDS.toNanos(limits.connectTimeoutMillis()))
                .handle((ok, failure) -> {
                    if (failure != null) {
                        connection.close("not authenticated");
                        throw failure instanceof RuntimeException known ? known : new IllegalStateException(failure);
                    }
                    return connection;
                });
    }

    /** Returns what the direct connections learn. */
    DirectWidth width() {
        return width;
    }

    /**
     * Makes a direct connection that is not connected yet.
     *
     * @param ended called once, by any thread, with the reason why it is closed
     */
    DirectConnection direct(Target target, BiConsumer<DirectConnection, String> ended) {
        boolean unix = target.endpoint().isUnixSocket();
        return new DirectConnection(named(target, '@'), unix, limits.maxLineBytes(), width, batches, ended);
    }

    /**
     * Connects and authenticates. Blocks up to twice the given timeout or the connect timeout, whichever is shorter.
     */
    void connect(DirectConnection connection, Target target, int timeoutMillis) {
        connection.connect(target, tls, Math.min(timeoutMillis, limits.connectTimeoutMillis()));
    }

    private String named(Target target, char kind) {
        return name + '[' + target + kind + number.incrementAndGet() + ']';
    }
}
