// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Catches the errors of a periodic task, so that it runs again. Logs each class of error once a minute at most. */
public final class TaskGuard {

    private static final Logger LOG = LoggerFactory.getLogger(TaskGuard.class);
    private static final long QUIET_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final String name;
    private final LongSupplier nanoTime;
    private final Map<Class<?>, Long> loggedNanos = new ConcurrentHashMap<>();

    public TaskGuard(String name, LongSupplier nanoTime) {
        this.name = name;
        this.nanoTime = nanoTime;
    }

    public Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                log(e);
            }
        };
    }

    public long call(LongSupplier task, long afterError) {
        try {
            return task.getAsLong();
        } catch (RuntimeException | Error e) {
            log(e);
            return afterError;
        }
    }

    /** Runs all tasks, each whether or not the others throw. Then throws what the first failed with. */
    public static void runAll(Runnable... tasks) {
        CompletionException failed = null;
        for (Runnable task : tasks) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                if (failed == null) {
                    failed = new CompletionException(e);
                } else {
                    failed.addSuppressed(e);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    private void log(Throwable failure) {
        try {
            long now = nanoTime.getAsLong();
            Long last = loggedNanos.get(failure.getClass());
            if (last == null || now - last >= QUIET_NANOS) {
                loggedNanos.put(failure.getClass(), now);
                LOG.error("{}: a periodic task failed; it will run again", name, failure);
            }
        } catch (RuntimeException | Error e) {
            // No memory for the log line, for instance; the task must run again.
        }
    }
}
