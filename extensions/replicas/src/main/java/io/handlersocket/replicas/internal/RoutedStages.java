// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import io.handlersocket.client.internal.concurrent.Stages;
import io.handlersocket.client.internal.concurrent.UserFuture;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Continues the stages of clients. A result completes on the thread on which the client completes its stage. */
final class RoutedStages {

    private RoutedStages() {}

    /**
     * Returns a stage with the result of the first one, or of the one that replaces it. Completing or cancelling the
     * stage cancels the one that is under way.
     *
     * @param next gets the result or the failure, without wrappers; returns the stage that replaces it, or null to keep
     *     the result. If it throws, the stage fails with that
     */
    static <T> CompletableFuture<T> of(
            CompletableFuture<T> first,
            BiFunction<@Nullable T, @Nullable Throwable, @Nullable CompletableFuture<T>> next) {
        CompletableFuture<T> result = new UserFuture<>();
        Stages.cancelWith(result, first);
        first.whenComplete((value, failure) -> {
            CompletableFuture<T> second;
            try {
                second = next.apply(value, failure == null ? null : Stages.unwrapped(failure));
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(Stages.unwrapped(e));
                return;
            }
            if (second == null) {
                result.complete(value);
                return;
            }
            Stages.cancelWith(result, second);
            second.whenComplete((replacement, trouble) -> {
                if (trouble == null) {
                    result.complete(replacement);
                } else {
                    result.completeExceptionally(Stages.unwrapped(trouble));
                }
            });
        });
        return result;
    }

    static <T> CompletableFuture<T> failed(Throwable failure) {
        return UserFuture.failed(failure);
    }

    /** Returns an exception that {@link #of} passes on as the failure itself. */
    static RuntimeException unchecked(Throwable failure) {
        return failure instanceof RuntimeException unchecked ? unchecked : new CompletionException(failure);
    }
}
