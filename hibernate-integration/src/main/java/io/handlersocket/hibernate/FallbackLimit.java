// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many callers at once may ask JDBC for what HandlerSocket was to answer, so that an outage of it does not become a
 * stampede on the connection pool: all others of the pool's users wait behind a few of these callers, not behind all.
 *
 * <p>Who comes late waits as for a connection, and gets the error the pool would have given. A thread that is in already, or
 * a session that holds a connection already, is never made to wait. Safe for all threads.
 */
public final class FallbackLimit {

    /** Lets everybody through. */
    public static final FallbackLimit NONE = new FallbackLimit(Integer.MAX_VALUE, Duration.ZERO);

    private final int maxConcurrent;
    private final Duration maxWait;
    private final Semaphore permits;

    @SuppressWarnings("ThreadLocalUsage") // a thread may be inside one limit and not inside another
    private final ThreadLocal<Boolean> inside = new ThreadLocal<>();

    private final LongAdder rejected = new LongAdder();

    /**
     * @param maxConcurrent callers at once, at least 1
     * @param maxWait how long the others wait, as long as the pool lets them wait for a connection
     */
    public FallbackLimit(int maxConcurrent, Duration maxWait) {
        if (maxConcurrent < 1) {
            throw new IllegalArgumentException("fallback.max-concurrent: " + maxConcurrent + " (expected at least 1)");
        }
        this.maxConcurrent = maxConcurrent;
        this.maxWait = maxWait;
        this.permits = new Semaphore(maxConcurrent, true);
    }

    /** One caller's stay. */
    public interface Permit extends AutoCloseable {

        /** By the thread that entered. */
        @Override
        void close();
    }

    /**
     * Lets a caller in, or makes it wait.
     *
     * @return to be closed when JDBC has answered
     * @throws SQLTransientConnectionException if it had to wait for too long, or was interrupted, whose flag stays set
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
                + " (handlersocket.fallback.max-concurrent=" + maxConcurrent + ", waiting=" + waiting() + ")");
    }

    /** Callers at once, at most. */
    public int maxConcurrent() {
        return maxConcurrent;
    }

    /** Callers that are in. */
    public int active() {
        return maxConcurrent - permits.availablePermits();
    }

    /** Callers that wait, as far as can be told. */
    public int waiting() {
        return permits.getQueueLength();
    }

    /** Callers that got an error instead of an answer. */
    public long rejected() {
        return rejected.sum();
    }

    @Override
    public String toString() {
        return "FallbackLimit[" + active() + " of " + maxConcurrent + ", " + waiting() + " waiting]";
    }
}
