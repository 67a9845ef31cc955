// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.repository;

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
 * The threads of futures. They are the starter's own: a result that had to wait for a thread of the application could wait for
 * the very callers that wait for it.
 *
 * <p>Results are made, and futures completed, by one pool; JPA queries, which block, are run by another, so that neither waits
 * for the other's threads. What an application does in a stage of its future runs on a thread of the first pool. A stage that
 * joins another future there is made up for by one more thread.
 */
public final class LookupThreads implements AutoCloseable {

    /** JPA queries at once, at most. More wait in turn. */
    static final int QUERIES = 8;

    private static final int MOST_RESULTS = 256;
    private static final int KEEP_SECONDS = 10;

    private final ForkJoinPool results;
    private final ThreadPoolExecutor queries;
    private final ThreadFactory late;

    public LookupThreads() {
        // The application's classes, also where the thread is made by one that does not know them.
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        AtomicInteger number = new AtomicInteger();
        int parallelism = Math.max(4, Runtime.getRuntime().availableProcessors());
        results = new ForkJoinPool(
                parallelism,
                pool -> new ResultThread(pool, number.incrementAndGet(), loader),
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

    /** For what never blocks: makes results and completes futures. */
    Executor results() {
        return task -> execute(results, task);
    }

    /** For JPA queries. */
    Executor queries() {
        return task -> execute(queries, task);
    }

    // The caller's future must end, even while the application does.
    private void execute(Executor pool, Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException e) {
            late.newThread(task).start();
        }
    }

    /** Takes no more; what was given before ends. */
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

    private static final class ResultThread extends ForkJoinWorkerThread {

        ResultThread(ForkJoinPool pool, int number, ClassLoader loader) {
            super(pool);
            setName("handlersocket-result-" + number);
            setContextClassLoader(loader);
        }
    }
}
