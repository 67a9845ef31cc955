// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class UserStagesTest {

    private static final Executor REJECTING = task -> {
        throw new RejectedExecutionException("made up");
    };

    private final DriverThreads threads = new DriverThreads();
    private final ExecutorService application =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "application"));

    @AfterEach
    void close() {
        threads.close();
        application.shutdownNow();
    }

    /** Where code runs that depends on a stage whose result this thread brings. */
    private static String ran(UserStages stages, ExecutorService bringing) throws Exception {
        CompletableFuture<String> source = new CompletableFuture<>();
        CompletableFuture<String> ran =
                stages.of(source).thenApply(result -> Thread.currentThread().getName());
        bringing.execute(() -> source.complete("result"));
        return ran.get(5, TimeUnit.SECONDS);
    }

    @Test
    void withoutAnExecutorItIsTheIoThreadWhoeverBringsTheResult() throws Exception {
        UserStages stages = new UserStages(null, threads.io);
        for (ExecutorService bringing : List.of(threads.control, threads.io, application)) {
            assertThat(ran(stages, bringing)).startsWith("test-io");
        }
    }

    @Test
    void theExecutorRunsThem() throws Exception {
        UserStages stages = new UserStages(application, threads.io);
        assertThat(ran(stages, threads.control)).isEqualTo("application");
        assertThat(ran(stages, threads.io)).isEqualTo("application");
    }

    @Test
    void anExecutorThatRunsOnItsCallersThreadDoesNotRunThemOnTheControlThread() throws Exception {
        assertThat(ran(new UserStages(Runnable::run, threads.io), threads.control))
                .startsWith("test-io");
        assertThat(ran(new UserStages(REJECTING, threads.io), threads.control)).startsWith("test-io");
        assertThat(ran(new UserStages(Runnable::run, threads.io), application)).isEqualTo("application");
    }

    @Test
    void afterTheIoThreadHasEndedTheyStillCompleteAndNotOnTheControlThread() throws Exception {
        assertThat(ran(new UserStages(null, REJECTING), threads.control)).doesNotContain("control");
        assertThat(ran(new UserStages(Runnable::run, REJECTING), threads.control))
                .doesNotContain("control");
        assertThat(ran(new UserStages(null, REJECTING), application)).isEqualTo("application");
    }

    @Test
    void aLookupThatFailsOnTheControlThreadIsHandedOverToo() throws Exception {
        IllegalStateException failure = new IllegalStateException("made up");
        assertThat(ranAfter(threads.control, null, (stages, stage) -> stages.fail(stage, failure)))
                .startsWith("test-io");
        assertThat(ranAfter(threads.control, application, (stages, stage) -> stages.fail(stage, failure)))
                .isEqualTo("application");
    }

    @Test
    void aLookupIsCompletedWhereTheExecutorSays() throws Exception {
        assertThat(ranAfter(threads.io, null, (stages, stage) -> stages.complete(stage, "result")))
                .startsWith("test-io");
        assertThat(ranAfter(threads.io, application, (stages, stage) -> stages.complete(stage, "result")))
                .isEqualTo("application");
        assertThat(ranAfter(threads.io, REJECTING, (stages, stage) -> stages.complete(stage, "result")))
                .startsWith("test-io");
    }

    /** Where code runs that depends on the stage of a lookup. */
    private String ranAfter(
            ExecutorService bringing,
            @Nullable Executor executor,
            BiConsumer<UserStages, CompletableFuture<String>> completing)
            throws Exception {
        UserStages stages = new UserStages(executor, threads.io);
        CompletableFuture<String> stage = new UserFuture<>();
        CompletableFuture<String> ran =
                stage.handle((result, failure) -> Thread.currentThread().getName());
        bringing.execute(() -> completing.accept(stages, stage));
        return ran.get(5, TimeUnit.SECONDS);
    }

    @Test
    void aStageIsNeverTheSource() {
        CompletableFuture<String> source = new UserFuture<>();
        UserStages stages = new UserStages(null, threads.io);
        assertThat(stages.ofLookup(source)).isNotSameAs(source);
        assertThat(stages.of(CompletableFuture.completedFuture("done")))
                .as("on the calling thread, on which nothing depends on it yet")
                .isCompletedWithValue("done");
        assertThat(stages.of(source)).isNotSameAs(source);
    }

    @Test
    void aLookupWhoseStageTheUserCompletesIsCancelled() {
        UserStages stages = new UserStages(Runnable::run, threads.io);
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        CompletableFuture<String> late = new CompletableFuture<>();
        stages.ofLookup(cancelled).cancel(true);
        stages.ofLookup(late).completeExceptionally(new java.util.concurrent.TimeoutException());
        assertThat(cancelled).isCancelled();
        assertThat(late).isCancelled();
    }

    @Test
    void failuresArriveAsTheyAre() {
        for (UnaryOperator<CompletableFuture<String>> stages : List.<UnaryOperator<CompletableFuture<String>>>of(
                new UserStages(Runnable::run, threads.io)::ofLookup, new UserStages(null, Runnable::run)::of)) {
            CompletableFuture<String> source = new CompletableFuture<>();
            CompletableFuture<String> stage = stages.apply(source.thenApply(result -> result));
            source.completeExceptionally(new IllegalArgumentException("made up"));
            assertThatThrownBy(stage::join)
                    .isInstanceOf(CompletionException.class)
                    .cause()
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    /** Several users share it. */
    @Test
    void cancellingAStageOfAnotherResultReachesNobodyElse() {
        CompletableFuture<String> source = new CompletableFuture<>();
        new UserStages(null, Runnable::run).of(source).cancel(true);
        assertThat(source).isNotDone();
    }
}
