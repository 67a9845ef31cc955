// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** One thread of each kind that a client has. */
final class DriverThreads implements AutoCloseable {

    final ExecutorService io = Executors.newSingleThreadExecutor(DriverThread.io("test"));
    final ExecutorService control = Executors.newSingleThreadExecutor(DriverThread.control("test"));

    /** What a task gives on one of them; fails as the task does. */
    static <T> T on(ExecutorService thread, Supplier<T> task) throws Exception {
        return CompletableFuture.supplyAsync(task, thread).get(5, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        io.shutdownNow();
        control.shutdownNow();
    }
}
