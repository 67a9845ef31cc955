// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.StatusRequest;
import io.handlersocket.client.internal.transport.WireIndex;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the client's own requests over a direct connection: authentication, openings and probes. Each takes the turn
 * before the callers that queued, and waits for its answer. Any thread.
 */
final class DirectControl {

    static final String INTERRUPTED = ": the waiting thread was interrupted";

    private final String name;
    private final ConnectionTurn turn;
    private final @Nullable WireIndex[] open;
    private final Exchange exchange;
    private final Consumer<String> shutdown;

    /** Sends a request and completes it, unless the thread is interrupted. The caller has the turn. */
    @FunctionalInterface
    interface Exchange {
        void run(Request<?> request, long deadlineNanos);
    }

    /**
     * @param open the index that is open under each id; only the thread that has the turn uses it
     * @param exchange an opening may be unanswered when it ends
     * @param shutdown closes the connection, with the reason
     */
    DirectControl(
            String name,
            ConnectionTurn turn,
            @Nullable WireIndex[] open,
            Exchange exchange,
            Consumer<String> shutdown) {
        this.name = name;
        this.turn = turn;
        this.open = open;
        this.exchange = exchange;
        this.shutdown = shutdown;
    }

    /** @throws HandlerSocketException if that fails; the connection is closed then */
    void authenticate(String secret, long timeoutNanos) {
        StatusRequest request = StatusRequest.authentication(name, secret, timeoutNanos);
        inTurn(request, timeoutNanos);
        Throwable failure = request.handle((ok, cause) -> cause).join();
        if (failure != null) {
            shutdown.accept("not authenticated");
            throw failure instanceof HandlerSocketException known ? known : new IllegalStateException(failure);
        }
    }

    CompletableFuture<Boolean> open(WireIndex index, long waitNanos) {
        StatusRequest request = StatusRequest.opening(name, index);
        inTurn(request, waitNanos, deadline -> {
            open[index.id()] = null;
            exchange.run(request, deadline);
            if (request.isDone() && !request.isCompletedExceptionally()) {
                open[index.id()] = index;
            }
        });
        return request;
    }

    CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts) {
        StatusRequest request = StatusRequest.probe(name, index, prefix, keyParts);
        inTurn(request, request.deadlineNanos() - System.nanoTime());
        return request;
    }

    private void inTurn(Request<?> request, long waitNanos) {
        inTurn(request, waitNanos, deadline -> exchange.run(request, deadline));
    }

    /** Runs a task as soon as the lookup in flight has ended; closes the connection if that takes too long. */
    private void inTurn(Request<?> request, long waitNanos, LongConsumer task) {
        long deadline = System.nanoTime() + waitNanos;
        boolean mine = false;
        try {
            mine = turn.claim(waitNanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!mine) { // nothing was sent
            shutdown.accept("no time left");
            request.failed(
                    new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, name + ": no time left"));
            return;
        }
        try {
            task.accept(deadline);
        } finally {
            turn.pass();
        }
        if (!request.isDone() && !request.isOpening()) {
            request.failed(new ConnectionLostException(name + INTERRUPTED, null));
        }
    }
}
