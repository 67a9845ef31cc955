// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.concurrent.BlockingCall;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.UserFuture;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.client.internal.transport.pool.ConnectionPool;
import io.handlersocket.client.internal.transport.shared.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all lookups of a client share.
 *
 * @param pool the connections
 * @param counters how lookups ended
 * @param reopener opens an index again that was closed as idle or to make room for others
 * @param events receives each lookup
 * @param stages gives results to callers
 * @param requestTimeoutNanos the time from submission to the deadline of a lookup
 * @param silenceNanos the time without an answer after which the server counts as silent: the client's request timeout
 * @param proof makes each packet prove the position of the replica that answers it; null for a primary
 */
public record LookupContext(
        ConnectionPool pool,
        Counters counters,
        Consumer<SharedIndex> reopener,
        LookupEvents events,
        UserStages stages,
        long requestTimeoutNanos,
        long silenceNanos,
        @Nullable PacketProof proof) {

    /** Without a proof. */
    public LookupContext(
            ConnectionPool pool,
            Counters counters,
            Consumer<SharedIndex> reopener,
            LookupEvents events,
            UserStages stages,
            long requestTimeoutNanos,
            long silenceNanos) {
        this(pool, counters, reopener, events, stages, requestTimeoutNanos, silenceNanos, null);
    }

    /** The same with another timeout. A lookup with a shorter timeout does not show that the server is silent. */
    LookupContext withTimeout(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout: null (expected a duration)");
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected more than 0)");
        }
        return new LookupContext(pool, counters, reopener, events, stages, timeout.toNanos(), silenceNanos, proof);
    }

    /** The same for one read of a replica. */
    public LookupContext withProof(PacketProof read) {
        return new LookupContext(pool, counters, reopener, events, stages, requestTimeoutNanos, silenceNanos, read);
    }

    /**
     * Asks the circuit breaker for the permission to send. It may admit only one lookup per second, so only a lookup
     * that will be sent asks.
     *
     * @param index names the index in the message
     * @throws UnavailableException if the server does not answer
     */
    void permit(OpenedIndex index) {
        if (!pool.circuit().permits()) {
            throw new UnavailableException(
                    UnavailableException.Reason.CIRCUIT_OPEN, index + ": the server did not answer the last lookups");
        }
    }

    /**
     * Sends a request.
     *
     * @param blocking whether the caller waits for the answer, and so may use a direct connection
     * @throws UnavailableException if the server does not answer
     */
    <T> CompletableFuture<T> send(LookupRequest<T> request, boolean blocking) {
        if (proof != null) {
            sendProven(request, blocking, pool.pickLeastBusy(), proof);
            return request;
        }
        permit(request.opened());
        if (!blocking || !pool.direct().exchange(request)) {
            submit(request, pool.pick());
        }
        return request;
    }

    /**
     * Sends one of the independent requests of a call, over one connection as long as it is in use.
     *
     * @param blocking whether the caller waits for the answer, and so may use a direct connection
     * @param alone whether there is no other one; several are sent together over a shared connection
     * @param first whether it is the first one, which asks the circuit breaker for the whole call
     * @param before the connection of the request before
     * @return the connection of this request
     * @throws UnavailableException if the server does not answer
     */
    @Nullable
    Connection sendPart(
            LookupRequest<?> request, boolean blocking, boolean alone, boolean first, @Nullable Connection before) {
        if (proof != null) {
            Connection chosen = pool.pickLeastBusy(before);
            sendProven(request, blocking, chosen, proof);
            return chosen;
        }
        if (first) {
            permit(request.opened());
        }
        if (blocking && alone && pool.direct().exchange(request)) {
            return before;
        }
        Connection chosen = pool.pickLeastBusy(before);
        submit(request, chosen);
        return chosen;
    }

    /** Sends a request in a packet of its own, after the lines that read the position. */
    private void sendProven(
            LookupRequest<?> request, boolean blocking, @Nullable Connection connection, PacketProof read) {
        RequestGroup packet = read.packet(List.of(request));
        permit(request.opened());
        if (blocking && pool.direct().exchange(packet)) {
            return;
        }
        if (connection == null) {
            request.failed(notConnected(request.opened()));
        } else {
            connection.submit(packet);
        }
    }

    private static void submit(LookupRequest<?> request, @Nullable Connection connection) {
        if (connection == null) {
            request.failed(notConnected(request.opened()));
        } else {
            connection.submit(request);
        }
    }

    static UnavailableException notConnected(OpenedIndex index) {
        return new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, index + ": not connected");
    }

    /**
     * Waits for the result of a lookup.
     *
     * @param method the public method that waits
     * @param asynchronous the public method that does not
     * @param what names the lookup in messages
     * @throws IllegalStateException if the calling thread must not wait
     */
    <T> T await(String method, String asynchronous, Supplier<CompletableFuture<T>> sender, Object what) {
        DriverThread.refuseToWait(method, asynchronous);
        return BlockingCall.await(sender.get(), requestTimeoutNanos, what);
    }

    /** Counts a lookup that could not be sent. A blocking caller gets the exception itself, with its own frames. */
    <T> CompletableFuture<T> failed(HandlerSocketException failure, boolean blocking) {
        counters.failed().increment();
        if (blocking) {
            throw failure;
        }
        return UserFuture.failed(failure);
    }
}
