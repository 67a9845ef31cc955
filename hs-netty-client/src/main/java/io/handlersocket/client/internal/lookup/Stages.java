// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** Joins futures without wrapping their failures: a caller's stage fails with the exception itself. */
final class Stages {

    private Stages() {}

    /** All results in order, made into one; fails as the first that failed. */
    static <A, B> CompletableFuture<B> all(List<CompletableFuture<A>> parts, Function<List<A>, B> join) {
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

    /** The same result, completed by an executor. */
    static <T> CompletableFuture<T> on(Executor executor, CompletableFuture<T> source) {
        CompletableFuture<T> target = new CompletableFuture<>();
        source.whenCompleteAsync(
                (result, failure) -> {
                    if (failure == null) {
                        target.complete(result);
                    } else {
                        target.completeExceptionally(unwrapped(failure));
                    }
                },
                executor);
        return target;
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
