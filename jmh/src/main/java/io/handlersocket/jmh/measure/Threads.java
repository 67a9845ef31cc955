// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs the same blocking read on several threads until a slice is over. */
public final class Threads {

    /** Kept between slices: what a thread has allocated can be asked only while it lives. */
    private static final ExecutorService PLATFORM = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "arm");
        thread.setDaemon(true);
        return thread;
    });

    private Threads() {}

    /** One read. */
    public interface Read {

        /** Returns how many rows came. */
        long once() throws Exception;
    }

    /** On platform threads. Returns the rows. */
    public static long run(int threads, Slice slice, Read read) throws Exception {
        return run(PLATFORM, threads, slice, read);
    }

    /** On threads of this executor, which must not queue. Returns the rows. */
    public static long run(ExecutorService executor, int threads, Slice slice, Read read) throws Exception {
        Callable<Long> loop = () -> {
            long rows = 0;
            long start = System.nanoTime();
            while (start < slice.deadlineNanos()) {
                rows += read.once();
                long end = System.nanoTime();
                slice.latencies().add(end - start);
                start = end;
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
    }

    /** A virtual thread for each task; empty before JDK 21, which the byte code of this module does not need. */
    public static Optional<ExecutorService> virtual() {
        try {
            return Optional.of((ExecutorService) MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class))
                    .invoke());
        } catch (NoSuchMethodException e) {
            return Optional.empty();
        } catch (Throwable e) {
            throw new LinkageError("virtual threads", e);
        }
    }
}
