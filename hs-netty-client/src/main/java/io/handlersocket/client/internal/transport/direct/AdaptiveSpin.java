// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * Waits for bytes: polls the socket for a short time before the caller sleeps. To wake a sleeping caller takes longer
 * than a lookup where an idle processor sleeps too.
 *
 * <p>A polling caller occupies a processor that the server or another caller may need. So a caller polls only
 *
 * <ul>
 *   <li>if the JVM has more than one processor, and the option is not 0;
 *   <li>if no other caller of this client waits on a direct connection, and none did in the last milliseconds;
 *   <li>if answers arrive within the bound, on average;
 *   <li>if no other thread took the processor from a polling caller.
 * </ul>
 *
 * <p>Otherwise callers sleep at once for a while, and then the next one tries again. One object for all direct
 * connections of a client. Any thread; allocates nothing.
 */
public final class AdaptiveSpin {

    /** What a caller waits for. */
    interface Source {

        /** Returns whether bytes have arrived that were not read; does not wait. */
        boolean hasUnread() throws IOException;

        /** Waits for bytes; returns their number, or -1 at the end of the stream. */
        int readWaiting() throws IOException;
    }

    /** The pause after two callers waited at once. Callers that often do so never poll. */
    private static final long OVERLAP_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    // The pause after polling did not pay. It doubles each time, so that a distant server costs next to nothing.
    private static final long MIN_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Of the pause, how much one answer within the bound takes away. */
    private static final int PAUSE_DECAY = 256;

    /** The weight of the latest answer in the mean is one part of so many. */
    private static final int MEAN_WEIGHT = 8;

    /** How many bounds a slow answer counts in the mean at most, so that one of them does not decide. */
    private static final int SLOWEST_BOUNDS = 4;

    private final long maxNanos;
    private final LongSupplier clock;
    private final AtomicInteger waiting = new AtomicInteger();

    // Only a caller that is alone writes the next two; a lost update does no harm.
    private volatile long meanNanos;
    private volatile long pauseNanos = MIN_PAUSE_NANOS;

    private volatile long resumeNanos;

    /**
     * @param maxNanos the bound: how long a caller polls at most; 0 for never
     * @param processors of the JVM; with one, callers never poll
     * @param clock as {@link System#nanoTime()}
     */
    public AdaptiveSpin(long maxNanos, int processors, LongSupplier clock) {
        this.maxNanos = processors > 1 ? maxNanos : 0;
        this.clock = clock;
        this.meanNanos = this.maxNanos / 2;
        this.resumeNanos = clock.getAsLong();
    }

    /** Waits for bytes as {@link Source#readWaiting()} does, and polls before that if it is likely to pay. */
    int read(Source source) throws IOException {
        if (maxNanos == 0) {
            return source.readWaiting();
        }
        boolean alone = waiting.incrementAndGet() == 1;
        try {
            long now = clock.getAsLong();
            if (!alone) {
                overlapped(now);
            } else if (now - resumeNanos >= 0 && !source.hasUnread()) {
                return spin(source, now);
            }
            return source.readWaiting();
        } finally {
            waiting.decrementAndGet();
        }
    }

    private int spin(Source source, long start) throws IOException {
        long limit = Math.min(maxNanos, 2 * meanNanos);
        long now = start;
        boolean arrived = false;
        while (!arrived && now - start < limit && waiting.get() == 1) {
            Thread.onSpinWait();
            arrived = source.hasUnread();
            now = clock.getAsLong();
        }
        // A loop that takes far longer than its limit did not have the processor all the time.
        boolean preempted = now - start > SLOWEST_BOUNDS * maxNanos;
        int count = source.readWaiting();
        if (waiting.get() == 1) {
            learn(start, arrived ? now : clock.getAsLong(), preempted);
        }
        return count;
    }

    private void learn(long start, long now, boolean preempted) {
        long waited = Math.min(now - start, SLOWEST_BOUNDS * maxNanos);
        long mean = meanNanos + (waited - meanNanos) / MEAN_WEIGHT;
        long pause = pauseNanos;
        if (preempted || mean > maxNanos) {
            pauseNanos = Math.min(MAX_PAUSE_NANOS, 2 * pause);
            resumeNanos = now + pause;
            mean = maxNanos / 2; // the next caller after the pause begins anew
        } else if (waited <= maxNanos) {
            pauseNanos = Math.max(MIN_PAUSE_NANOS, pause - pause / PAUSE_DECAY);
        }
        meanNanos = mean;
    }

    private void overlapped(long now) {
        // Many callers at once need not write it each time: the processors would contend for it.
        if (now + OVERLAP_PAUSE_NANOS / 2 - resumeNanos > 0) {
            resumeNanos = now + OVERLAP_PAUSE_NANOS;
        }
    }
}
