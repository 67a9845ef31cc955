// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.concurrent.BlockingCall;
import io.handlersocket.client.internal.concurrent.UserFuture;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.shared.Connection;
import io.handlersocket.client.internal.transport.shared.ConnectionPool;
import io.handlersocket.client.spi.PacketGuard;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What all lookups of a client share.
 *
 * @param reopener opens an index again that was closed as idle or to make room for others
 * @param listener hears how lookups end
 * @param lookupsWanted whether a listener or a recording wants each lookup, so that it has to be measured
 * @param requestTimeoutNanos the time from submission to the deadline of a lookup
 * @param silenceNanos the time without an answer after which the server counts as silent: the client's request timeout
 * @param guard guards the packets; null for most lookups, which share packets
 */
public record LookupContext(
        ConnectionPool pool,
        Counters counters,
        Consumer<IndexState> reopener,
        ClientListener listener,
        BooleanSupplier lookupsWanted,
        UserStages stages,
        long requestTimeoutNanos,
        long silenceNanos,
        @Nullable PacketGuard guard) {

    /** How lookups ended: with a row, without one, or with an exception. Thread-safe. */
    public record Counters(LongAdder found, LongAdder missed, LongAdder failed) {

        public Counters() {
            this(new LongAdder(), new LongAdder(), new LongAdder());
        }

        void answered(int with, int without) {
            found.add(with);
            missed.add(without);
        }

        void answered(boolean withRow) {
            (withRow ? found : missed).increment();
        }
    }

    public LookupContext(
            ConnectionPool pool,
            Consumer<IndexState> reopener,
            ClientListener listener,
            BooleanSupplier lookupsWanted,
            UserStages stages,
            long timeoutNanos) {
        this(pool, new Counters(), reopener, listener, lookupsWanted, stages, timeoutNanos, timeoutNanos, null);
    }

    /** The same with another timeout. A lookup with a shorter timeout does not show that the server is silent. */
    LookupContext withTimeout(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout: null (expected a duration)");
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected more than 0)");
        }
        return with(timeout.toNanos(), guard);
    }

    LookupContext withGuard(PacketGuard read) {
        return with(requestTimeoutNanos, read);
    }

    private LookupContext with(long timeoutNanos, @Nullable PacketGuard read) {
        return new LookupContext(
                pool, counters, reopener, listener, lookupsWanted, stages, timeoutNanos, silenceNanos, read);
    }

    long nowNanos() {
        return pool.nanoTime().getAsLong();
    }

    /**
     * Asks the circuit breaker for the permission to send. It may admit only one lookup per second, so only a lookup
     * that will be sent asks.
     */
    private void permit(OpenedIndex index) {
        if (!pool.circuit().permits()) {
            throw new UnavailableException(Reason.CIRCUIT_OPEN, index + ": the server did not answer the last lookups");
        }
    }

    /**
     * Sends a request, over a direct connection if possible for a caller that waits. Returns the request itself to such
     * a caller, else the user's stage.
     */
    <T> CompletableFuture<T> send(LookupRequest<T> request, boolean blocking) {
        CompletableFuture<T> result = blocking ? request : request.stage();
        send(request.opened(), packet(request), blocking, guard != null);
        return result;
    }

    /** Sends a packet of one request or several: over a direct connection if that is asked for and possible. */
    void send(OpenedIndex index, Request<?> packet, boolean direct, boolean leastBusy) {
        permit(index);
        if (!direct || !pool.direct().exchange(packet)) {
            submit(
                    index,
                    packet,
                    leastBusy ? pool.shared().pickLeastBusy() : pool.shared().pick());
        }
    }

    /**
     * Sends one of the independent requests of a call, over the connection of the one before as long as it is in use;
     * returns its connection. The first one asks the circuit breaker for the whole call. Only one that is alone, of a
     * caller that waits, may use a direct connection: several are sent together. A guarded one is a packet of its own,
     * so it asks for itself, and may use a direct connection.
     */
    @Nullable
    Connection sendPart(
            LookupRequest<?> request, boolean blocking, boolean alone, boolean first, @Nullable Connection before) {
        Request<?> packet = packet(request);
        if (first || guard != null) {
            permit(request.opened());
        }
        if (blocking && (alone || guard != null) && pool.direct().exchange(packet)) {
            return before;
        }
        Connection chosen = pool.shared().pickLeastBusy(before);
        submit(request.opened(), packet, chosen);
        return chosen;
    }

    /** Returns what is sent for a request: itself, or a packet of its own after the lines of the guard. */
    private Request<?> packet(LookupRequest<?> request) {
        return guard == null ? request : GuardedPacket.of(guard, List.of(request));
    }

    private static void submit(OpenedIndex index, Request<?> packet, @Nullable Connection connection) {
        if (connection == null) {
            packet.failed(new UnavailableException(Reason.NOT_CONNECTED, index + ": not connected"));
        } else {
            connection.submit(packet);
        }
    }

    <T> T await(CompletableFuture<T> sent, Object what) {
        return BlockingCall.await(pool.nanoTime(), sent, requestTimeoutNanos, what);
    }

    /**
     * Tells the circuit breaker, the counters and the listener how a request ended; before its result is complete.
     *
     * @param failure null if it has a result, whose keys the request itself counts
     * @param concernsServer whether the failure can show that the server does not answer
     * @param batch how many requests were written in the same flush; 0 if it was not answered
     */
    void ended(LookupRequest<?> request, @Nullable HandlerSocketException failure, boolean concernsServer, int batch) {
        if (failure == null || failure instanceof ServerErrorException) { // an error is an answer
            pool.circuit().succeeded();
        } else if (concernsServer && isSilence(failure)) {
            pool.circuit().failed(failure);
        }
        if (failure != null) {
            counters.failed().increment();
            if (isRejection(failure)) {
                listener.rejected(request.opened().wire().spec(), String.valueOf(failure.getMessage()));
            }
        }
        if (lookupsWanted.getAsBoolean()) {
            long nanos = nowNanos() - request.startNanos();
            listener.completed(request.opened().wire().spec(), nanos, batch, failure != null);
        }
    }

    private boolean isSilence(HandlerSocketException failure) {
        return failure instanceof ConnectionLostException
                || (failure instanceof RequestTimeoutException && requestTimeoutNanos >= silenceNanos);
    }

    /** Whether a request was not sent because too many others were waiting. */
    private static boolean isRejection(HandlerSocketException failure) {
        return failure instanceof UnavailableException unavailable
                ? unavailable.reason() == Reason.WINDOW_FULL
                : failure instanceof RequestTimeoutException && failure.fate() == HandlerSocketException.Fate.NOT_SENT;
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
