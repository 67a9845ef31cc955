// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.concurrent.BlockingCall;
import io.handlersocket.client.internal.control.ClientOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The wait of a caller that opens an index, with all steps together. An interrupt ends it. */
public record OpeningWait(
        String client, Duration limit, long deadlineNanos, LongSupplier nanoTime, Supplier<String> state) {

    public static OpeningWait begin(ClientOptions options, Supplier<String> state) {
        Duration limit = options.times().connect().multipliedBy(2).plusSeconds(1);
        long deadlineNanos = options.nanoTime().getAsLong() + limit.toNanos();
        return new OpeningWait(options.name(), limit, deadlineNanos, options.nanoTime(), state);
    }

    /** Waits for a control thread's result, not for its stage: that may complete on a busy executor. */
    public <T> T await(CompletableFuture<T> result) {
        try {
            return result.get(deadlineNanos - nanoTime.getAsLong(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw BlockingCall.failure(e);
        } catch (TimeoutException e) {
            throw notOpened("not opened within " + limit + "; the client is " + state.get()
                    + ". On a busy machine call awaitReady first, or raise connectTimeout");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw notOpened("interrupted while opening");
        }
    }

    private UnavailableException notOpened(String why) {
        return new UnavailableException(Reason.NOT_CONNECTED, client + ": " + why);
    }
}
