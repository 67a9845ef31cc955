// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.concurrent.BlockingCall;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.UserFuture;
import io.handlersocket.client.internal.concurrent.UserStages;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What all lookups of a client share.
 *
 * @param pool the connections
 * @param counters how lookups ended
 * @param reopener opens an index again that was closed to make room for others
 * @param events hear of each lookup
 * @param stages gives results to callers
 * @param requestTimeoutNanos how long an answer is waited for
 * @param silenceNanos after how long without an answer the server counts as silent: the client's request timeout
 */
public record LookupContext(
        ConnectionPool pool,
        Counters counters,
        Consumer<SharedIndex> reopener,
        LookupEvents events,
        UserStages stages,
        long requestTimeoutNanos,
        long silenceNanos) {

    /** The same with another timeout. A lookup with less time than others does not show that the server is silent. */
    LookupContext withTimeout(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout: null (expected a duration)");
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected more than 0)");
        }
        return new LookupContext(pool, counters, reopener, events, stages, timeout.toNanos(), silenceNanos);
    }

    /**
     * Takes the permission to send a lookup, which may be the only one within a second: asked last, when nothing but
     * sending is left to do.
     *
     * @param what is read, for the message
     * @throws UnavailableException if the server does not answer
     */
    void permit(Object what) {
        if (!pool.circuit().permits()) {
            throw new UnavailableException(
                    UnavailableException.Reason.CIRCUIT_OPEN, what + ": the server did not answer the last lookups");
        }
    }

    /**
     * The result of a request, waited for.
     *
     * @param method the public method that waits
     * @param asynchronous the public method that does not
     * @param what is read, for messages
     * @throws IllegalStateException if the calling thread must not wait
     */
    <T> T await(String method, String asynchronous, Supplier<CompletableFuture<T>> sender, Object what) {
        DriverThread.refuseToWait(method, asynchronous);
        return BlockingCall.await(sender.get(), requestTimeoutNanos, what);
    }

    /** Counts a lookup that could not be sent. A blocking caller gets the exception itself: it has made it. */
    <T> CompletableFuture<T> failed(HandlerSocketException failure, boolean blocking) {
        counters.failed();
        if (blocking) {
            throw failure;
        }
        return UserFuture.failed(failure);
    }
}
