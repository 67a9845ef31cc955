// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the same blocking read on several threads until the time is over. */
final class Threads {

    private Threads() {}

    interface Read {
        long once() throws Exception;
    }

    static long run(int threads, long deadlineNanos, Read read) throws Exception {
        return run(Executors.newFixedThreadPool(threads), threads, deadlineNanos, read);
    }

    /** As {@link #run(int, long, Read)} on threads of this executor, which is shut down. */
    static long run(ExecutorService executor, int threads, long deadlineNanos, Read read) throws Exception {
        try {
            Callable<Long> loop = () -> {
                long rows = 0;
                while (System.nanoTime() < deadlineNanos) {
                    rows += read.once();
                }
                return rows;
            };
            List<Future<Long>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(executor.submit(loop));
            }
            long rows = 0;
            for (Future<Long> one : running) {
                rows += one.get();
            }
            return rows;
        } finally {
            executor.shutdown();
        }
    }
}
