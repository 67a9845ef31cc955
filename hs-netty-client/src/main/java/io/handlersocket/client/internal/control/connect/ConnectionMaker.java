// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Makes several connections at once, or none: all together, so that the server spreads them over its workers. */
public final class ConnectionMaker {

    private static final long REPLACE_NANOS = TimeUnit.MILLISECONDS.toNanos(800);

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final AtomicLong made = new AtomicLong();

    public ConnectionMaker(ClientOptions options, ConnectionPool pool) {
        this.options = options;
        this.pool = pool;
    }

    /** Connections made after the first ones. Any thread. */
    public long reconnects() {
        return Math.max(0, made.get() - options.connections());
    }

    /**
     * As {@link #connect}, but blocks for less than a second: the guard has to look meanwhile.
     *
     * @throws HandlerSocketException if one could not be made in that time; nothing stays open then
     */
    public List<Connection> replace(Endpoint endpoint, int count) {
        return connect(endpoint, count, Math.min(options.connectTimeout().toNanos(), REPLACE_NANOS));
    }

    /**
     * Connects and authenticates; blocks up to twice the connect timeout.
     *
     * @throws HandlerSocketException if one could not be made; nothing stays open then
     */
    public List<Connection> connect(Endpoint endpoint, int count) {
        return connect(endpoint, count, 2 * options.connectTimeout().toNanos());
    }

    private List<Connection> connect(Endpoint endpoint, int count, long limitNanos) {
        List<CompletableFuture<Connection>> attempts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            attempts.add(pool.connect(endpoint));
        }
        List<Connection> connections = new ArrayList<>();
        HandlerSocketException failure = null;
        long deadline = System.nanoTime() + limitNanos;
        for (CompletableFuture<Connection> attempt : attempts) {
            try {
                connections.add(attempt.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
            } catch (ExecutionException e) {
                failure = e.getCause() instanceof HandlerSocketException known ? known : failure;
            } catch (TimeoutException e) {
                attempt.thenAccept(late -> late.close("too late"));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        if (connections.size() < count) {
            connections.forEach(connection -> connection.close("another connection could not be made"));
            throw failed(endpoint, failure);
        }
        return connections;
    }

    /** Counts connections that are going to serve lookups. */
    void keep(Endpoint endpoint, List<Connection> connections) {
        made.addAndGet(connections.size());
        connections.forEach(connection -> options.listener().opened(endpoint));
    }

    private HandlerSocketException failed(Endpoint endpoint, @Nullable HandlerSocketException failure) {
        return failure != null
                ? failure
                : new UnavailableException(
                        UnavailableException.Reason.NOT_CONNECTED,
                        endpoint + ": no answer within the connect timeout of " + options.connectTimeout());
    }
}
