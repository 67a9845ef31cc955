// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.repository;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of futures. The starter has its own, because a result that waits for a thread of the application could
 * wait for the callers that wait for it.
 *
 * <p>One pool creates results and completes futures. Another pool runs JPA queries, which block, so that neither waits
 * for the other's threads. The application's stages of a future run on a thread of the first pool. If a stage joins
 * another future there, the pool adds one thread.
 */
public final class LookupThreads implements AutoCloseable {

    /** Maximum number of concurrent JPA queries; more wait in order. */
    static final int QUERIES = 8;

    private static final int MOST_RESULTS = 256;
    private static final int KEEP_SECONDS = 10;

    private final ForkJoinPool results;
    private final ThreadPoolExecutor queries;
    private final ThreadFactory late;

    public LookupThreads() {
        // The application's class loader, even if the thread that creates this one has another.
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        AtomicInteger number = new AtomicInteger();
        int parallelism = Math.max(4, Runtime.getRuntime().availableProcessors());
        results = new ForkJoinPool(
                parallelism,
                pool -> resultThread(pool, number.incrementAndGet(), loader),
                null,
                true,
                parallelism,
                MOST_RESULTS,
                1,
                pool -> true,
                KEEP_SECONDS,
                TimeUnit.SECONDS);
        queries = new ThreadPoolExecutor(
                QUERIES,
                QUERIES,
                KEEP_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                named("handlersocket-query-", loader));
        queries.allowCoreThreadTimeOut(true);
        late = named("handlersocket-late-", loader);
    }

    /** Returns the executor for code that never blocks: it creates results and completes futures. */
    Executor results() {
        return task -> execute(results, task);
    }

    Executor queries() {
        return task -> execute(queries, task);
    }

    // The caller's future must complete, even while the application stops.
    private void execute(Executor pool, Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException e) {
            late.newThread(task).start();
        }
    }

    /** Accepts no more tasks; accepted tasks still run. */
    @Override
    public void close() {
        results.shutdown();
        queries.shutdown();
    }

    private static ThreadFactory named(String prefix, ClassLoader loader) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }

    private static ForkJoinWorkerThread resultThread(ForkJoinPool pool, int number, ClassLoader loader) {
        ForkJoinWorkerThread thread = new ForkJoinWorkerThread(pool) {}; // whose constructor is protected
        thread.setName("handlersocket-result-" + number);
        thread.setContextClassLoader(loader);
        return thread;
    }
}
