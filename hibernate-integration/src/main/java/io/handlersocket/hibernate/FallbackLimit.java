// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Limits how many callers at once use JDBC because HandlerSocket does not answer. An outage of HandlerSocket then does
 * not exhaust the connection pool for other code.
 *
 * <p>A caller beyond the limit waits for a permit, and then fails with the exception that an exhausted pool throws. A
 * thread that holds a permit and a session that holds a connection never wait. Safe for use by several threads.
 */
public final class FallbackLimit {

    /** No limit. */
    public static final FallbackLimit NONE = new FallbackLimit(Integer.MAX_VALUE, Duration.ZERO);

    private final int maxConcurrent;
    private final Duration maxWait;
    private final Semaphore permits;

    @SuppressWarnings("ThreadLocalUsage") // a thread may be inside one limit and not inside another
    private final ThreadLocal<Boolean> inside = new ThreadLocal<>();

    private final LongAdder rejected = new LongAdder();

    /**
     * Creates a limit.
     *
     * @param maxConcurrent maximum number of callers at once, at least 1
     * @param maxWait how long a further caller waits. Use the time that the pool waits for a connection
     * @throws IllegalArgumentException if {@code maxConcurrent} is less than 1
     */
    public FallbackLimit(int maxConcurrent, Duration maxWait) {
        if (maxConcurrent < 1) {
            throw new IllegalArgumentException("maxConcurrent: " + maxConcurrent + " (expected at least 1)");
        }
        this.maxConcurrent = maxConcurrent;
        this.maxWait = maxWait;
        this.permits = new Semaphore(maxConcurrent, true);
    }

    /** Allows one caller to use JDBC until the permit is closed. */
    public interface Permit extends AutoCloseable {

        /** Releases the permit. Must be called by the thread that entered. */
        @Override
        void close();
    }

    /**
     * Takes a permit, and waits for one if all are taken. Returns at once if this thread holds a permit already.
     *
     * @return the permit; close it when JDBC has answered
     * @throws SQLTransientConnectionException if no permit became free in time, or if the thread was interrupted; its
     *     interrupt flag then stays set
     */
    public Permit enter() throws SQLTransientConnectionException {
        if (inside.get() != null) {
            return () -> {};
        }
        if (!permits.tryAcquire()) {
            await();
        }
        inside.set(true);
        return () -> {
            inside.remove();
            permits.release();
        };
    }

    private void await() throws SQLTransientConnectionException {
        try {
            if (permits.tryAcquire(maxWait.toNanos(), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw rejection("interrupted while waiting");
        }
        throw rejection("request timed out after " + maxWait.toMillis() + "ms");
    }

    private SQLTransientConnectionException rejection(String why) {
        rejected.increment();
        return new SQLTransientConnectionException("HandlerSocket fallback - Connection is not available, " + why
                + " (FallbackLimit.maxConcurrent=" + maxConcurrent + ", waiting=" + waiting() + ")");
    }

    /** Returns the maximum number of callers that hold a permit at once. */
    public int maxConcurrent() {
        return maxConcurrent;
    }

    /** Returns the number of callers that hold a permit. */
    public int active() {
        return maxConcurrent - permits.availablePermits();
    }

    /** Returns the approximate number of callers that wait for a permit. */
    public int waiting() {
        return permits.getQueueLength();
    }

    /** Returns the number of callers so far that got an exception instead of a permit. */
    public long rejected() {
        return rejected.sum();
    }

    @Override
    public String toString() {
        return "FallbackLimit[" + active() + " of " + maxConcurrent + ", " + waiting() + " waiting]";
    }
}
