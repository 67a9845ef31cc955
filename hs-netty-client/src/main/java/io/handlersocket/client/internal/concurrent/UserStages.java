// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import io.handlersocket.client.spi.OwnThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Makes the stages for users. A stage completes on the callback executor, or else on the I/O thread, but never on a
 * control thread.
 *
 * @param callbackExecutor runs the stages of users; null for the I/O thread
 */
public record UserStages(@Nullable Executor callbackExecutor, Executor io) {

    /** Returns the stage of a lookup's result; a user who completes the stage cancels the source. */
    public <T> CompletableFuture<T> ofLookup(CompletableFuture<T> source) {
        CompletableFuture<T> stage = of(source);
        Stages.cancelWith(stage, source);
        return stage;
    }

    /** Returns the stage of a result that any thread completes. Whoever completes the stage does not end the source. */
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
            if (callbackExecutor == null && (caller || DriverThread.isIo())) {
                completing.run();
            } else if (callbackExecutor == null) {
                onIo(completing);
            } else {
                forUser(completing);
            }
        });
        return stage;
    }

    /** Completes the stage of a lookup. The I/O thread, or the thread that reads the answer. */
    public <T> void complete(CompletableFuture<T> stage, T result) {
        if (callbackExecutor == null) {
            stage.complete(result);
        } else {
            forUser(() -> stage.complete(result));
        }
    }

    /** Fails the stage of a lookup. Any thread. */
    public void fail(CompletableFuture<?> stage, Throwable failure) {
        forUser(() -> stage.completeExceptionally(failure));
    }

    /** Runs code that completes a stage, but not on a control thread: the executor may run it at once, or block. */
    private void forUser(Runnable completing) {
        if (DriverThread.isControl()) {
            onIo(() -> execute(completing));
        } else {
            execute(completing);
        }
    }

    private void execute(Runnable completing) {
        if (callbackExecutor == null) {
            completing.run();
            return;
        }
        try {
            callbackExecutor.execute(completing);
        } catch (RuntimeException | Error e) { // full or shut down; the stage must complete anyway
            completing.run();
        }
    }

    private void onIo(Runnable task) {
        try {
            io.execute(task);
        } catch (RejectedExecutionException e) { // the client is closed
            if (DriverThread.isControl()) {
                OwnThread.named("handlersocket-complete").execute(task);
            } else {
                task.run();
            }
        }
    }
}
