// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Threads that repeat one call each until they are told to stop; counts the calls and what was thrown. */
final class Crew implements AutoCloseable {

    interface Call {
        void make() throws Exception;
    }

    private static final int KEPT = 20;

    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();
    private volatile boolean stopped;

    /** Starts one more thread; {@code end} runs in it after its last call. */
    void start(Call call, Call end) {
        Thread thread = new Thread(() -> run(call, end), "history-" + threads.size());
        threads.add(thread);
        thread.start();
    }

    private void run(Call call, Call end) {
        while (!stopped) {
            calls.incrementAndGet();
            long begin = System.nanoTime();
            attempt(call);
            longestNanos.accumulateAndGet(System.nanoTime() - begin, Math::max);
        }
        attempt(end);
    }

    private void attempt(Call call) {
        try {
            call.make();
        } catch (Exception | AssertionError e) {
            if (failed.incrementAndGet() <= KEPT) {
                failures.add(e);
            }
        }
    }

    /** Calls begun so far. */
    long calls() {
        return calls.get();
    }

    /** The longest call so far, in milliseconds. */
    long longestMillis() {
        return TimeUnit.NANOSECONDS.toMillis(longestNanos.get());
    }

    /** Calls that threw. */
    long failed() {
        return failed.get();
    }

    /** The first of what was thrown. */
    List<Throwable> failures() {
        return List.copyOf(failures);
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
