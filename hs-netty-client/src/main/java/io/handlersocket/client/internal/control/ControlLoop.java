// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.TaskGuard;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One thread that takes a step, waits as long as the step says or until it is woken, and takes the next step. */
public final class ControlLoop implements AutoCloseable {

    private static final long CLOSE_TIMEOUT_SECONDS = 10;
    private static final long AFTER_ERROR_MILLIS = 1_000;

    final ScheduledThreadPoolExecutor executor;

    private final LongSupplier step;
    private final LongSupplier nanoTime;
    private final TaskGuard guard;
    private final AtomicBoolean woken = new AtomicBoolean();
    private @Nullable ScheduledFuture<?> next;

    /** @param step returns the milliseconds until the next step; the first is taken when the loop is woken */
    public ControlLoop(String name, LongSupplier step, LongSupplier nanoTime) {
        this.executor = new ScheduledThreadPoolExecutor(1, DriverThread.control(name)); // no two steps run at once
        executor.setRemoveOnCancelPolicy(true); // or each wake-up leaves a cancelled step in the queue
        this.step = step;
        this.nanoTime = nanoTime;
        this.guard = new TaskGuard(name + " control", nanoTime);
    }

    /** Takes the next step now; several calls before it begins are one. Any thread. */
    public void wake() {
        if (woken.compareAndSet(false, true)) {
            execute(this::takeStep);
        }
    }

    /** Runs a task between two steps; false if the loop is closed. Any thread. */
    public boolean execute(Runnable task) {
        try {
            executor.execute(guard.guarded(task));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Runs a task between two steps after a delay, unless the loop is closed before. Any thread. */
    public void executeLater(Runnable task, long delayMillis) {
        try {
            executor.schedule(guard.guarded(task), delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            task.run(); // the task checks whether the client is closed
        }
    }

    /** Runs a task between two steps and waits for it, interrupted or not; false if that was not possible. */
    public boolean executeAndWait(Runnable task) {
        long deadline = nanoTime.getAsLong() + TimeUnit.SECONDS.toNanos(CLOSE_TIMEOUT_SECONDS);
        boolean interrupted = false;
        try {
            Future<?> done = executor.submit(task);
            while (true) {
                try {
                    done.get(deadline - nanoTime.getAsLong(), TimeUnit.NANOSECONDS);
                    return true;
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (RejectedExecutionException | ExecutionException | TimeoutException e) {
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void takeStep() {
        woken.set(false); // before the step: an event during it may need another step
        if (next != null) {
            next.cancel(false);
        }
        long delayMillis = guard.call(step, AFTER_ERROR_MILLIS);
        try {
            next = executor.schedule(this::takeStep, delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // Closed during the step, possibly after any check that could be made before.
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
