// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What all lookups of a client share.
 *
 * @param pool the connections
 * @param counters how lookups ended
 * @param reopener opens an index again that was closed to make room for others
 * @param events hear of each lookup
 * @param callbackExecutor runs callers' stages, or null for the event loop
 * @param requestTimeoutNanos how long an answer is waited for
 * @param silenceNanos after how long without an answer the server counts as silent: the client's request timeout
 */
public record LookupContext(
        ConnectionPool pool,
        Counters counters,
        Consumer<SharedIndex> reopener,
        LookupEvents events,
        @Nullable Executor callbackExecutor,
        long requestTimeoutNanos,
        long silenceNanos) {

    /** The same with another timeout. A request that had less time than others does not show that the server is silent. */
    LookupContext withTimeout(Duration timeout) {
        Objects.requireNonNull(timeout, "timeout: null (expected a duration)");
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected more than 0)");
        }
        return new LookupContext(pool, counters, reopener, events, callbackExecutor, timeout.toNanos(), silenceNanos);
    }

    /**
     * Takes the leave of sending a lookup, which may be the only one of its second: whoever has it sends.
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

    /** The result of a request, waited for by a thread that may wait. */
    <T> T await(Supplier<CompletableFuture<T>> sender, Object what) {
        if (pool.isEventLoop()) {
            throw new IllegalStateException("this would wait for the thread it runs on: use the asynchronous method");
        }
        return Stages.await(sender.get(), requestTimeoutNanos, what);
    }

    /** The same result, where callers' stages run. */
    <T> CompletableFuture<T> onExecutor(CompletableFuture<T> source) {
        return callbackExecutor == null ? source : Stages.on(callbackExecutor, source);
    }
}
