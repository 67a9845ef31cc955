// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.RequestTimeoutException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** Joins futures without wrapping their failures: a caller's stage fails with the exception itself. */
final class Stages {

    private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private Stages() {}

    /** All results in order, made into one; fails as the first that failed. */
    static <A, B> CompletableFuture<B> all(List<? extends CompletableFuture<A>> parts, Function<List<A>, B> join) {
        CompletableFuture<B> whole = new CompletableFuture<>();
        CompletableFuture.allOf(parts.toArray(new CompletableFuture<?>[0])).whenComplete((done, failure) -> {
            if (failure == null) {
                whole.complete(
                        join.apply(parts.stream().map(CompletableFuture::join).toList()));
            } else {
                whole.completeExceptionally(unwrapped(failure));
            }
        });
        return whole;
    }

    /** The same result, completed by an executor; by the thread that has it if the executor refuses to. */
    static <T> CompletableFuture<T> on(Executor executor, CompletableFuture<T> source) {
        CompletableFuture<T> target = new CompletableFuture<>();
        source.whenComplete((result, failure) -> {
            Runnable completing = () -> {
                if (failure == null) {
                    target.complete(result);
                } else {
                    target.completeExceptionally(unwrapped(failure));
                }
            };
            try {
                executor.execute(completing);
            } catch (RuntimeException | Error e) { // full or shut down: somebody waits nevertheless
                completing.run();
            }
        });
        return target;
    }

    /**
     * The result, waited for as a JDBC driver waits: an interrupt does not end it, but its flag stays set.
     *
     * <p>The event loop ends every request in time, unless somebody's stage blocks the event loop; so the wait has an end of
     * its own a little later.
     */
    static <T> T await(CompletableFuture<T> source, long timeoutNanos, Object what) {
        long deadline = System.nanoTime() + timeoutNanos + SLACK_NANOS;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return source.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (unwrapped(e) instanceof RuntimeException failure) {
                throw failure;
            }
            throw new CompletionException(e.getCause());
        } catch (TimeoutException e) {
            throw new RequestTimeoutException(
                    what + ": no answer within the request timeout; does a stage block the client's I/O thread?", true);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What went wrong, without what futures wrap around it. */
    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        boolean wrapper = failure instanceof CompletionException || failure instanceof ExecutionException;
        return wrapper && cause != null ? unwrapped(cause) : failure;
    }
}
