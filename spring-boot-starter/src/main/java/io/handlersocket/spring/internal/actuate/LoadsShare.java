// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.actuate;

import io.handlersocket.hibernate.Route;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;

/**
 * The share of loads over HandlerSocket in the last minute. It keeps the counts of earlier readings, at most one a
 * second, and compares them with the latest one that is at least a minute old, so loads cost no more. Safe for use by
 * all threads.
 */
final class LoadsShare {

    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    private record Reading(long nanos, long fast, long all) {}

    private final ToLongFunction<Route> counts;
    private final LongSupplier clock;
    private final ReentrantLock reading = new ReentrantLock();
    private final ArrayDeque<Reading> readings = new ArrayDeque<>();

    LoadsShare(ToLongFunction<Route> counts, LongSupplier clock) {
        this.counts = counts;
        this.clock = clock;
    }

    /** Returns a number from 0 to 1; NaN if there were no loads. The first reading counts from the start. */
    double get() {
        reading.lock();
        try {
            Reading now = read();
            Reading base = base(now);
            long loads = now.all() - base.all();
            return loads <= 0 ? Double.NaN : (double) (now.fast() - base.fast()) / loads;
        } finally {
            reading.unlock();
        }
    }

    private Reading read() {
        long fast = counts.applyAsLong(Route.HANDLERSOCKET);
        return new Reading(clock.getAsLong(), fast, fast + counts.applyAsLong(Route.JDBC));
    }

    private Reading base(Reading now) {
        Reading last = readings.peekLast();
        if (last == null) {
            readings.add(new Reading(now.nanos(), 0, 0));
        } else if (now.nanos() - last.nanos() >= STEP_NANOS) {
            readings.add(now);
        }
        Reading base = readings.remove();
        while (!readings.isEmpty() && now.nanos() - readings.element().nanos() >= WINDOW_NANOS) {
            base = readings.remove();
        }
        readings.addFirst(base);
        return base;
    }
}
