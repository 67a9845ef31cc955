// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import io.handlersocket.client.Index;
import io.handlersocket.client.Row;
import java.time.LocalDateTime;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Our client, asynchronously: so many lookups in flight, each answer asks for the next row. */
final class AsyncArm implements Arm {

    private final Index index;
    private final int inFlight;

    AsyncArm(Index index, int inFlight) {
        this.index = index;
        this.inFlight = inFlight;
    }

    @Override
    public String name() {
        return "async-" + inFlight;
    }

    @Override
    public long run(long deadlineNanos) throws Exception {
        LongAdder rows = new LongAdder();
        Semaphore ended = new Semaphore(0);
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        for (int i = 0; i < inFlight; i++) {
            next(deadlineNanos, rows, ended, failure);
        }
        ended.acquire(inFlight);
        Throwable failed = failure.get();
        if (failed != null) {
            throw new AssertionError(failed);
        }
        return rows.sum();
    }

    private void next(
            long deadlineNanos, LongAdder rows, Semaphore ended, AtomicReference<@Nullable Throwable> failure) {
        if (System.nanoTime() >= deadlineNanos || failure.get() != null) {
            ended.release();
            return;
        }
        int id = ThreadLocalRandom.current().nextInt(Fixture.ROWS);
        index.findAsync(id).whenComplete((row, failed) -> {
            try {
                if (failed != null) {
                    throw failed;
                }
                check(id, row);
                rows.increment();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
            next(deadlineNanos, rows, ended, failure);
        });
    }

    static void check(int id, Optional<Row> row) {
        Row found = row.orElseThrow();
        Check.row(id, found.getString(0), found.getString(1), found.get(2, LocalDateTime.class));
    }
}
