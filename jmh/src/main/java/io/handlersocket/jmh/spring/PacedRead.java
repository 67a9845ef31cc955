// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.spring;

import io.handlersocket.jmh.measure.Threads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** A read that all threads together make so many times a second, and no more. */
final class PacedRead implements Threads.Read {

    /** What was missed for longer, as between two slices, is not made up for. */
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Threads.Read read;
    private final long everyNanos;
    private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());

    PacedRead(Threads.Read read, int perSecond) {
        this.read = read;
        this.everyNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    @Override
    public long once() throws Exception {
        long now = System.nanoTime();
        long due = lastNanos.updateAndGet(last -> Math.max(last + everyNanos, now - LATE_NANOS));
        TimeUnit.NANOSECONDS.sleep(Math.max(0, due - now));
        return read.once();
    }
}
