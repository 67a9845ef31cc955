// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.internal.transport.StatusRequest;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.client.spi.OwnThread;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends the client's own requests over a {@link DirectConnection}: authentication, openings and probes. Each takes the
 * turn before the callers that queued, and waits for its answer. Any thread.
 *
 * <p>The socket of a closed connection stays open until each opening that was sent is answered: only the answer tells
 * when the server no longer needs the hold of the table.
 */
final class DirectControl {

    static final String INTERRUPTED = ": the waiting thread was interrupted";

    /** A bit of {@link #openings}: the connection is closed. */
    private static final int CLOSED = Integer.MIN_VALUE;

    private final DirectConnection connection;
    private final ConnectionTurn turn;
    private final @Nullable WireIndex[] open;
    private final LongSupplier nanoTime;

    /** How many threads send an opening or wait for its answer, and {@link #CLOSED}. */
    private final AtomicInteger openings = new AtomicInteger();

    /** @param open the index that is open under each id; only the thread that has the turn uses it */
    DirectControl(DirectConnection connection, ConnectionTurn turn, @Nullable WireIndex[] open, LongSupplier nanoTime) {
        this.connection = connection;
        this.turn = turn;
        this.open = open;
        this.nanoTime = nanoTime;
    }

    /** @throws HandlerSocketException if that fails; the connection is closed then */
    void authenticate(String secret, long timeoutNanos) {
        long now = nanoTime.getAsLong();
        StatusRequest request = StatusRequest.authentication(connection.toString(), secret, now + timeoutNanos);
        inTurn(request, now, timeoutNanos);
        Throwable failure = request.handle((ok, cause) -> cause).join();
        if (failure != null) {
            connection.close("not authenticated");
            throw failure instanceof HandlerSocketException known ? known : new IllegalStateException(failure);
        }
    }

    CompletableFuture<Boolean> open(WireIndex index, long waitNanos) {
        long now = nanoTime.getAsLong();
        return inTurn(StatusRequest.opening(connection.toString(), index, now), now, waitNanos);
    }

    CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts) {
        long now = nanoTime.getAsLong();
        StatusRequest request = StatusRequest.probe(connection.toString(), index, prefix, keyParts, now);
        return inTurn(request, now, request.deadlineNanos() - now);
    }

    /** Sends a request as soon as the lookup in flight has ended; closes the connection if that takes too long. */
    private StatusRequest inTurn(StatusRequest request, long nowNanos, long waitNanos) {
        long deadline = nowNanos + waitNanos;
        boolean mine = false;
        try {
            mine = turn.claim(waitNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!mine) {
            connection.close("no time left");
            request.failed(notSent("no time left"));
            return request;
        }
        try {
            WireIndex index = request.opens();
            if (index == null) {
                send(request, deadline);
            } else {
                open(index, request, deadline);
            }
        } finally {
            turn.pass();
        }
        return request;
    }

    private void open(WireIndex index, StatusRequest request, long deadline) {
        open[index.id()] = null;
        if (openings.getAndUpdate(before -> before < 0 ? before : before + 1) < 0) {
            request.failed(notSent("closed before the opening was sent"));
            return;
        }
        try {
            send(request, deadline);
            if (request.isDone() && !request.isCompletedExceptionally()) {
                open[index.id()] = index;
            }
        } finally {
            ended();
        }
    }

    private void send(StatusRequest request, long deadline) {
        if (!connection.exchange(request, List.of(), deadline, nanoTime.getAsLong())) {
            request.failed(new ConnectionLostException(connection + INTERRUPTED, null));
        }
    }

    private UnavailableException notSent(String why) {
        return new UnavailableException(Reason.NOT_CONNECTED, connection + ": " + why);
    }

    /** Closes the socket, now or when the last opening is answered. Called once. */
    void close() {
        if (openings.getAndUpdate(before -> before | CLOSED) == 0) {
            connection.closeSocket();
        }
    }

    private void ended() {
        if (openings.decrementAndGet() == CLOSED) {
            connection.closeSocket();
        }
    }

    /** Waits for the answer to an opening in a separate thread. Called while the opening is sent. */
    void awaitAnswer(StatusRequest request) {
        openings.incrementAndGet();
        Runnable wait = () -> {
            try {
                connection.await(request);
            } catch (IOException | RuntimeException | Error e) {
                giveUp(request, e);
            } finally {
                ended();
            }
        };
        try {
            OwnThread.named(connection + "-opening").execute(wait);
        } catch (RuntimeException | Error e) { // the system has no thread left
            giveUp(request, e);
            ended();
        }
    }

    /** The server may answer later, so the table stays held. */
    private void giveUp(StatusRequest request, Throwable cause) {
        request.failed(ServerConnection.lost(connection, cause));
    }
}
