// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the stages for users. A stage completes on the callback executor, or else on the I/O thread, but never on a
 * control thread.
 */
public final class UserStages {

    private final @Nullable Executor callbackExecutor;
    private final Executor io;

    /**
     * @param callbackExecutor runs the stages of users; null for the I/O thread
     * @param io the I/O thread
     */
    public UserStages(@Nullable Executor callbackExecutor, Executor io) {
        this.callbackExecutor = callbackExecutor;
        this.io = io;
    }

    /**
     * Returns the stage of a result that only the I/O thread or the calling thread completes.
     *
     * @param source a {@link UserFuture}, which is the stage itself if there is no executor. It is cancelled if the
     *     user completes the stage
     */
    public <T> CompletableFuture<T> ofLookup(CompletableFuture<T> source) {
        if (callbackExecutor == null) {
            return source;
        }
        CompletableFuture<T> stage = of(source);
        Stages.cancelWith(stage, source);
        return stage;
    }

    /** Returns the stage of a result that any thread completes. */
    public <T> CompletableFuture<T> of(CompletableFuture<T> source) {
        CompletableFuture<T> stage = new UserFuture<>();
        boolean caller = source.isDone(); // nothing depends on the stage yet
        source.whenComplete((result, failure) -> {
            Runnable completing = () -> {
                if (failure == null) {
                    stage.complete(result);
                } else {
                    stage.completeExceptionally(Stages.unwrapped(failure));
                }
            };
            Executor executor = callbackExecutor;
            if (executor != null) {
                if (DriverThread.isControl()) { // the executor may run it on this thread, or block
                    onIo(() -> execute(executor, completing));
                } else {
                    execute(executor, completing);
                }
            } else if (caller || DriverThread.isIo()) {
                completing.run();
            } else {
                onIo(completing);
            }
        });
        return stage;
    }

    /** Fails the stage of a lookup. Any thread. */
    public void fail(CompletableFuture<?> stage, Throwable failure) {
        if (DriverThread.isControl()) {
            onIo(() -> stage.completeExceptionally(failure));
        } else {
            stage.completeExceptionally(failure);
        }
    }

    private static void execute(Executor executor, Runnable completing) {
        try {
            executor.execute(completing);
        } catch (RuntimeException | Error e) { // full or shut down; the stage must complete anyway
            completing.run();
        }
    }

    private void onIo(Runnable task) {
        try {
            io.execute(task);
        } catch (RejectedExecutionException e) { // the client is closed
            if (DriverThread.isControl()) {
                CompletableFuture<Void> unused = CompletableFuture.runAsync(task);
            } else {
                task.run();
            }
        }
    }
}
