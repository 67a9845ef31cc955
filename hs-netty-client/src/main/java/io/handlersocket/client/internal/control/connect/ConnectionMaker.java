// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.connect;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.control.ClientOptions;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.pool.ConnectionPool;
import io.handlersocket.client.internal.transport.shared.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes several connections at the same time, so that the server spreads them over its workers. It makes all or none.
 */
public record ConnectionMaker(ClientOptions options, ConnectionPool pool) {

    private static final long QUICK_NANOS = TimeUnit.MILLISECONDS.toNanos(800);

    /** As {@link #connect}, but blocks for less than a second, because the guard must check in time. */
    List<Connection> connectQuickly(Target target, int count) {
        return connect(target, count, Math.min(options.times().connect().toNanos(), QUICK_NANOS));
    }

    /** Connects and authenticates; blocks up to twice the connect timeout. If one is not made, closes all and fails. */
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
        LongSupplier nanoTime = options.nanoTime();
        long deadline = nanoTime.getAsLong() + limitNanos;
        for (CompletableFuture<Connection> attempt : attempts) {
            try {
                connections.add(attempt.get(Math.max(1, deadline - nanoTime.getAsLong()), TimeUnit.NANOSECONDS));
            } catch (ExecutionException e) {
                failure = e.getCause() instanceof HandlerSocketException known ? known : failure;
            } catch (TimeoutException e) {
                closeWhenMade(attempt);
            } catch (InterruptedException e) {
                interrupted = true; // the flag is set again below, so that it does not end the other waits
                deadline = nanoTime.getAsLong();
                closeWhenMade(attempt);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (connections.size() < count) {
            connections.forEach(connection -> connection.close("another connection could not be made"));
            throw failed(target, failure, interrupted);
        }
        return connections;
    }

    private static void closeWhenMade(CompletableFuture<Connection> attempt) {
        attempt.thenAccept(late -> late.close("too late"));
    }

    private HandlerSocketException failed(
            Target target, @Nullable HandlerSocketException failure, boolean interrupted) {
        if (failure != null && !interrupted) {
            return failure;
        }
        String cause = interrupted
                ? "interrupted while connecting"
                : "no answer within the connect timeout of " + options.times().connect();
        return new UnavailableException(Reason.NOT_CONNECTED, target + ": " + cause);
    }
}
