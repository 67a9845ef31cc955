// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RequestTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Waits for a result that another thread completes. Failures have the stack trace of the caller. */
public final class BlockingCall {

    private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private BlockingCall() {}

    /**
     * Waits for a result. As in a JDBC driver, an interrupt does not end the wait, and its flag stays set.
     *
     * <p>The I/O thread expires every request, unless a stage blocks that thread. So this method has a slightly longer
     * timeout of its own.
     */
    public static <T> T await(LongSupplier nanoTime, CompletableFuture<T> source, long timeoutNanos, Object what) {
        return await(nanoTime, source, timeoutNanos, null, what);
    }

    /**
     * As the method above; the timeout starts when the latest of several requests was sent. Null for one that is sent.
     */
    public static <T> T await(
            LongSupplier nanoTime,
            CompletableFuture<T> source,
            long timeoutNanos,
            @Nullable LongSupplier lastSent,
            Object what) {
        long left = timeoutNanos + SLACK_NANOS;
        // A caller of a direct connection has completed it itself, so most calls do not ask for the time.
        long deadline = source.isDone() ? 0 : nanoTime.getAsLong() + left;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return source.isDone() ? source.get() : source.get(left, TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException e) {
                    long later = lastSent == null ? deadline : lastSent.getAsLong() + timeoutNanos + SLACK_NANOS;
                    if (later - deadline <= 0) {
                        throw new RequestTimeoutException(
                                what + ": no answer within the request timeout;"
                                        + " does a stage block the client's I/O thread?",
                                true);
                    }
                    deadline = later;
                }
                left = deadline - nanoTime.getAsLong();
            }
        } catch (ExecutionException e) {
            throw failure(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * Returns the exception to throw for a failure in another thread: of the same class and fate, with the stack trace
     * of the calling thread, and caused by the original.
     */
    public static RuntimeException failure(ExecutionException failed) {
        Throwable original = Stages.unwrapped(failed);
        if (original instanceof HandlerSocketException known) {
            return known.inCaller();
        }
        if (original instanceof IllegalArgumentException) {
            return new IllegalArgumentException(original.getMessage(), original);
        }
        return new CompletionException(original);
    }
}
