// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.UnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class RoutedStagesTest {

    private final CompletableFuture<String> first = new CompletableFuture<>();
    private final CompletableFuture<String> second = new CompletableFuture<>();

    @Test
    void theFirstResultIsKept() {
        CompletableFuture<String> stage = RoutedStages.of(first, (value, failure) -> null);
        first.complete("a");
        assertThat(stage).isCompletedWithValue("a");
    }

    @Test
    void anotherStageReplacesTheResultOrTheFailure() {
        CompletableFuture<String> stage = RoutedStages.of(first, (value, failure) -> {
            assertThat(failure).isInstanceOf(UnavailableException.class);
            return second;
        });
        first.completeExceptionally(
                new CompletionException(new UnavailableException(UnavailableException.Reason.NOT_OPEN, "made up")));
        assertThat(stage).isNotDone();
        second.complete("b");
        assertThat(stage).isCompletedWithValue("b");
    }

    @Test
    void aFailureIsNotWrapped() {
        CompletableFuture<String> stage = RoutedStages.of(first, (value, failure) -> {
            throw new UnavailableException(UnavailableException.Reason.FENCED, "made up");
        });
        first.complete("a");
        assertThat(stage.handle((value, failure) -> failure).join()).isInstanceOf(UnavailableException.class);
    }

    @Test
    void cancellingReachesTheStageThatIsUnderWay() {
        CompletableFuture<String> stage = RoutedStages.of(first, (value, failure) -> second);
        stage.cancel(false);
        assertThat(first).isCancelled();

        CompletableFuture<String> answered = new CompletableFuture<>();
        CompletableFuture<String> later = RoutedStages.of(answered, (value, failure) -> new CompletableFuture<>());
        answered.complete("a");
        later.cancel(false);
        assertThat(later).isCancelled();
    }
}
