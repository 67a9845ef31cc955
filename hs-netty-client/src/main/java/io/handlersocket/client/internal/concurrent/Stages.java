// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** Joins futures without wrapping their failures: a caller's stage fails with the exception itself. */
public final class Stages {

    private Stages() {}

    /** Returns all results in order, joined into one; fails as the first part that failed, or as the joining function. */
    public static <A, B> CompletableFuture<B> all(
            List<? extends CompletableFuture<A>> parts, Function<List<A>, B> join) {
        CompletableFuture<B> whole = new UserFuture<>();
        CompletableFuture.allOf(parts.toArray(new CompletableFuture<?>[0])).whenComplete((done, failure) -> {
            if (failure != null) {
                whole.completeExceptionally(unwrapped(failure));
                return;
            }
            B joined;
            try {
                joined = join.apply(parts.stream().map(CompletableFuture::join).toList());
            } catch (RuntimeException | Error e) { // nothing else would complete the whole
                whole.completeExceptionally(e);
                return;
            }
            whole.complete(joined);
        });
        return whole;
    }

    /** Returns what went wrong, without what futures wrap around it. */
    public static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        boolean wrapper = failure instanceof CompletionException || failure instanceof ExecutionException;
        return wrapper && cause != null ? unwrapped(cause) : failure;
    }
}
