// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.transport.Connection;
import io.handlersocket.client.internal.transport.ConnectionPool;
import io.handlersocket.client.internal.transport.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Makes several connections at once, or none: all together, so that the server spreads them over its workers. */
final class ConnectionRounds {

    private static final long REPLACE_NANOS = TimeUnit.MILLISECONDS.toNanos(800);

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final AtomicLong made = new AtomicLong();

    ConnectionRounds(ClientOptions options, ConnectionPool pool) {
        this.options = options;
        this.pool = pool;
    }

    /** Connections made after the first round. Any thread. */
    long reconnects() {
        return Math.max(0, made.get() - options.sizes().connections());
    }

    /**
     * As {@link #connect}, but blocks for less than a second: the guard has to look meanwhile.
     *
     * @throws HandlerSocketException if one could not be made in that time; nothing stays open then
     */
    List<Connection> replace(Target target, int count) {
        return connect(target, count, Math.min(options.times().connect().toNanos(), REPLACE_NANOS));
    }

    /**
     * Connects and authenticates; blocks up to twice the connect timeout.
     *
     * @throws HandlerSocketException if one could not be made; nothing stays open then
     */
    List<Connection> connect(Target target, int count) {
        return connect(target, count, 2 * options.times().connect().toNanos());
    }

    private List<Connection> connect(Target target, int count, long limitNanos) {
        List<CompletableFuture<Connection>> attempts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            attempts.add(pool.connect(target));
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
            throw failed(target, failure);
        }
        return connections;
    }

    /** Counts connections that are going to serve lookups. */
    void keep(Endpoint endpoint, List<Connection> connections) {
        made.addAndGet(connections.size());
        connections.forEach(connection -> options.listener().opened(endpoint));
    }

    private HandlerSocketException failed(Target target, @Nullable HandlerSocketException failure) {
        return failure != null
                ? failure
                : new UnavailableException(
                        UnavailableException.Reason.NOT_CONNECTED,
                        target + ": no answer within the connect timeout of "
                                + options.times().connect());
    }
}
