// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One of the reads in flight of an asynchronous arm: once its answer has come, it asks for the next row. */
public abstract class Chain {

    private @Nullable Run run;
    private long startedNanos;

    /** Asks for rows; ends in {@link #answered} or {@link #failed}, on any thread. */
    protected abstract void ask();

    /** Says that rows came, and asks again unless the time is over. */
    protected final void answered(long rows) {
        Run now = running();
        now.rows.add(rows);
        long nanos = System.nanoTime();
        now.slice.latencies().add(nanos - startedNanos);
        next(now, nanos);
    }

    protected final void failed(Throwable failure) {
        Run now = running();
        now.failure.compareAndSet(null, failure);
        now.ended.release();
    }

    private void next(Run now, long nanos) {
        if (nanos >= now.slice.deadlineNanos() || now.failure.get() != null) {
            now.ended.release();
            return;
        }
        startedNanos = nanos;
        try {
            ask();
        } catch (RuntimeException | Error e) {
            failed(e);
        }
    }

    private Run running() {
        if (run == null) {
            throw new IllegalStateException("an answer before the first question");
        }
        return run;
    }

    private static final class Run {
        final Slice slice;
        final LongAdder rows = new LongAdder();
        final Semaphore ended = new Semaphore(0);
        final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

        Run(Slice slice) {
            this.slice = slice;
        }
    }

    /** The chains of one arm. */
    public static final class Bundle {

        private final List<Chain> chains = new ArrayList<>();

        /** @param inFlight how many reads are asked for at any time */
        public Bundle(int inFlight, Supplier<Chain> one) {
            for (int i = 0; i < inFlight; i++) {
                chains.add(one.get());
            }
        }

        /** Runs all of them until the slice is over and every answer has come. Returns the rows. */
        public long run(Slice slice) throws InterruptedException {
            Run run = new Run(slice);
            for (Chain chain : chains) {
                chain.run = run;
                chain.next(run, System.nanoTime());
            }
            run.ended.acquire(chains.size());
            Throwable failed = run.failure.get();
            if (failed != null) {
                throw new AssertionError(failed);
            }
            return run.rows.sum();
        }
    }
}
