// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/**
 * A time that stands still until a test moves it. It begins at the time of the system, so that a deadline in the far
 * future by the one is in the far future by the other. Any thread.
 */
public final class ManualTime implements LongSupplier {

    private final long start = System.nanoTime();
    private long nanos = start;
    private long stepNanos;
    private int asked;

    /** Returns the time, as {@link System#nanoTime()}. */
    @Override
    public synchronized long getAsLong() {
        asked++;
        notifyAll();
        nanos += stepNanos;
        return nanos;
    }

    public synchronized void advance(Duration by) {
        nanos += by.toNanos();
    }

    public void advanceMillis(long by) {
        advance(Duration.ofMillis(by));
    }

    /** From now on, the time moves by this much each time that it is asked. */
    public synchronized void moveWhenAsked(Duration by) {
        stepNanos = by.toNanos();
    }

    /** Returns how often the time was asked. */
    public synchronized int asked() {
        return asked;
    }

    /** Waits until the time was asked so often: the thread that asks is about to wait, for instance. */
    public synchronized void awaitAsked(int times) throws InterruptedException {
        while (asked < times) {
            wait();
        }
    }

    /** Returns the same time for a client; its wall clock begins at {@link Instant#EPOCH}. */
    public TimeSource source() {
        return new TimeSource(this, this::instant);
    }

    private synchronized Instant instant() {
        return Instant.EPOCH.plusNanos(nanos - start);
    }
}
