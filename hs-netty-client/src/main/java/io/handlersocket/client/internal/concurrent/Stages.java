// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;

/** Joins futures. The result fails with the original exception, not a wrapper. */
public final class Stages {

    private Stages() {}

    /** Joins the results of all parts, in order. Fails with the failure of a part or of the joining function. */
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
                List<A> results = new ArrayList<>(parts.size());
                parts.forEach(part -> results.add(part.join()));
                joined = join.apply(Collections.unmodifiableList(results));
            } catch (RuntimeException | Error e) { // otherwise the result never completes
                whole.completeExceptionally(e);
                return;
            }
            whole.complete(joined);
        });
        return whole;
    }

    /** Returns the failure without the wrappers that futures add. */
    public static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure.getCause();
        boolean wrapper = failure instanceof CompletionException || failure instanceof ExecutionException;
        return wrapper && cause != null ? unwrapped(cause) : failure;
    }
}
