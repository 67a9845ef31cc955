// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Threads that call again and again until it is closed, and what they were thrown. */
final class Load implements AutoCloseable {

    interface Call {
        void make(long number) throws Exception;
    }

    private final AtomicLong calls = new AtomicLong();
    private final AtomicLong slowestNanos = new AtomicLong();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads;
    private volatile boolean closed;

    Load(int threads, Call call) {
        this.threads = IntStream.range(0, threads)
                .mapToObj(i -> new Thread(() -> run(call), "load-" + i))
                .toList();
        this.threads.forEach(Thread::start);
    }

    private void run(Call call) {
        while (!closed) {
            long start = System.nanoTime();
            try {
                call.make(calls.incrementAndGet());
            } catch (Exception | AssertionError e) {
                failures.add(e);
            }
            slowestNanos.accumulateAndGet(System.nanoTime() - start, Math::max);
        }
    }

    /** Calls begun so far. */
    long calls() {
        return calls.get();
    }

    /** What was thrown so far. */
    List<Throwable> failures() {
        return List.copyOf(failures);
    }

    long slowestMillis() {
        return slowestNanos.get() / 1_000_000;
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
