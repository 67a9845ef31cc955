// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StagesTest {

    private final CompletableFuture<String> first = new CompletableFuture<>();
    private final CompletableFuture<String> second = new CompletableFuture<>();

    /** Joins the texts of the parts, as callers join their results. */
    private static CompletableFuture<String> joined(List<CompletableFuture<String>> parts) {
        CompletableFuture<String> whole = new CompletableFuture<>();
        Stages.completeAfter(
                whole, parts, () -> parts.stream().map(CompletableFuture::join).collect(Collectors.joining(",")));
        return whole;
    }

    @Test
    void joinsResultsOnceAllAreThere() {
        CompletableFuture<String> whole = joined(List.of(first, second));
        second.complete("b");
        assertThat(whole).isNotDone();
        first.complete("a");
        assertThat(whole).isCompletedWithValue("a,b");
        assertThat(joined(List.of())).isCompletedWithValue("");
    }

    @Test
    void failsLikeAPartButOnlyWhenAllAreDone() {
        CompletableFuture<String> dependent = first.thenApply(part -> part); // wraps the failure
        CompletableFuture<String> whole = joined(List.of(dependent, second));
        IllegalStateException failure = new IllegalStateException("made up");
        first.completeExceptionally(failure);
        assertThat(whole).isNotDone();
        second.complete("b");
        assertThat(whole).isCompletedExceptionally();
        assertThatThrownBy(whole::join).cause().isSameAs(failure);
    }

    @Test
    void failsLikeAJoiningFunctionThatThrows() {
        CompletableFuture<String> whole = new CompletableFuture<>();
        Stages.completeAfter(whole, List.of(first), () -> {
            throw new StackOverflowError("made up");
        });
        first.complete("a");
        assertThat(whole).isCompletedExceptionally();
        assertThatThrownBy(whole::join).hasCauseInstanceOf(StackOverflowError.class);
    }

    @Test
    void joinsAtOnceWhatIsThereAlready() {
        first.complete("a");
        second.complete("b");
        assertThat(joined(List.of(first, second))).isCompletedWithValue("a,b");
        IllegalStateException thrown = new IllegalStateException("made up");
        CompletableFuture<String> whole = new CompletableFuture<>();
        Stages.completeAfter(whole, List.of(first), () -> {
            throw thrown;
        });
        assertThatThrownBy(whole::join).cause().isSameAs(thrown);
        IllegalStateException failure = new IllegalStateException("made up, too");
        CompletableFuture<String> failed = CompletableFuture.failedFuture(failure);
        CompletableFuture<String> unused = new CompletableFuture<>();
        Stages.completeAfter(unused, List.of(first, failed), () -> "unused");
        assertThatThrownBy(unused::join).cause().isSameAs(failure);
    }

    @Test
    void unwrapsOnlyWhatFuturesWrap() {
        IllegalStateException failure = new IllegalStateException("made up", new RuntimeException());
        assertThat(Stages.unwrapped(failure)).isSameAs(failure);
        assertThat(Stages.unwrapped(new CompletionException(new ExecutionException(failure))))
                .isSameAs(failure);
        CompletionException empty = new CompletionException("made up", null);
        assertThat(Stages.unwrapped(empty)).isSameAs(empty);
    }
}
