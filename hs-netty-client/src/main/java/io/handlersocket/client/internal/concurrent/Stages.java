// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Joins futures. The result fails with the original exception, not a wrapper. */
public final class Stages {

    private Stages() {}

    /**
     * Completes a future with the result when all parts have theirs, or with the failure of a part or of the function.
     */
    public static <B> void completeAfter(
            CompletableFuture<B> whole, List<? extends CompletableFuture<?>> parts, Supplier<B> result) {
        if (areDone(parts)) { // a caller that waits has read all answers itself
            complete(whole, result);
            return;
        }
        CompletableFuture.allOf(parts.toArray(new CompletableFuture<?>[0])).whenComplete((done, failure) -> {
            if (failure != null) {
                whole.completeExceptionally(unwrapped(failure));
            } else {
                complete(whole, result);
            }
        });
    }

    private static boolean areDone(List<? extends CompletableFuture<?>> parts) {
        for (CompletableFuture<?> part : parts) {
            if (!part.isDone() || part.isCompletedExceptionally()) {
                return false;
            }
        }
        return true;
    }

    /** Cancels a source if the stage that was made from it is completed before. */
    public static void cancelWith(CompletableFuture<?> stage, CompletableFuture<?> source) {
        stage.whenComplete((result, failure) -> source.cancel(false)); // without effect on a source that is complete
    }

    public static <B> void complete(CompletableFuture<B> whole, Supplier<B> result) {
        B made;
        try {
            made = result.get();
        } catch (RuntimeException | Error e) { // otherwise the result never completes
            whole.completeExceptionally(e);
            return;
        }
        whole.complete(made);
    }

    public static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        boolean wrapper = failure instanceof CompletionException || failure instanceof ExecutionException;
        return wrapper && cause != null ? unwrapped(cause) : failure;
    }
}
