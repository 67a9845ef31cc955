// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.control.ClientOptions;
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
public final class ConnectionMaker {

    private static final long REPLACE_NANOS = TimeUnit.MILLISECONDS.toNanos(800);

    private final ClientOptions options;
    private final ConnectionPool pool;
    private final ConnectionEvents events;
    private final AtomicLong made = new AtomicLong();

    public ConnectionMaker(ClientOptions options, ConnectionPool pool) {
        this.options = options;
        this.pool = pool;
        this.events = new ConnectionEvents(options.listener());
    }

    /** Connections made after the first ones. Any thread. */
    public long reconnects() {
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
    public List<Connection> connect(Target target, int count) {
        return connect(target, count, 2 * options.times().connect().toNanos());
    }

    private List<Connection> connect(Target target, int count, long limitNanos) {
        List<CompletableFuture<Connection>> attempts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            attempts.add(pool.connect(target));
        }
        List<Connection> connections = new ArrayList<>();
        HandlerSocketException failure = null;
        boolean interrupted = false;
        long deadline = System.nanoTime() + limitNanos;
        for (CompletableFuture<Connection> attempt : attempts) {
            try {
                connections.add(attempt.get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS));
            } catch (ExecutionException e) {
                failure = e.getCause() instanceof HandlerSocketException known ? known : failure;
            } catch (TimeoutException e) {
                closeWhenMade(attempt);
            } catch (InterruptedException e) {
                interrupted = true; // set again below: it must not end the other waits
                deadline = System.nanoTime();
                closeWhenMade(attempt);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (connections.size() < count) {
            connections.forEach(connection -> connection.close("another connection could not be made"));
            throw interrupted ? interrupted(target) : failed(target, failure);
        }
        return connections;
    }

    private static void closeWhenMade(CompletableFuture<Connection> attempt) {
        attempt.thenAccept(late -> late.close("too late"));
    }

    private static UnavailableException interrupted(Target target) {
        return new UnavailableException(
                UnavailableException.Reason.NOT_CONNECTED, target + ": interrupted while connecting");
    }

    /** Counts connections that are going to serve lookups. */
    void keep(Endpoint endpoint, List<Connection> connections) {
        made.addAndGet(connections.size());
        connections.forEach(connection -> events.opened(endpoint, connection));
    }

    /** Where the listener is told of connections. */
    public ConnectionEvents events() {
        return events;
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
