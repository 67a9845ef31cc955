// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Limits how many callers at once ask JDBC because HandlerSocket does not answer. An outage of HandlerSocket then does
 * not exhaust the connection pool for its other users.
 *
 * <p>A caller beyond the limit waits as it would for a connection, and gets the error that the pool would have given. A
 * thread that holds a permit, or a session that holds a connection, never waits. Safe for all threads.
 */
public final class FallbackLimit {

    /** Has no limit. */
    public static final FallbackLimit NONE = new FallbackLimit(Integer.MAX_VALUE, Duration.ZERO);

    private final int maxConcurrent;
    private final Duration maxWait;
    private final Semaphore permits;

    @SuppressWarnings("ThreadLocalUsage") // a thread may be inside one limit and not inside another
    private final ThreadLocal<Boolean> inside = new ThreadLocal<>();

    private final LongAdder rejected = new LongAdder();

    /**
     * @param maxConcurrent callers at once, at least 1
     * @param maxWait how long the others wait; best the time that the pool waits for a connection
     */
    public FallbackLimit(int maxConcurrent, Duration maxWait) {
        if (maxConcurrent < 1) {
            throw new IllegalArgumentException("fallback.max-concurrent: " + maxConcurrent + " (expected at least 1)");
        }
        this.maxConcurrent = maxConcurrent;
        this.maxWait = maxWait;
        this.permits = new Semaphore(maxConcurrent, true);
    }

    /** Allows one caller to ask JDBC until it is closed. */
    public interface Permit extends AutoCloseable {

        /** Closes the permit; called by the thread that entered. */
        @Override
        void close();
    }

    /**
     * Takes a permit, and waits for one if all are taken.
     *
     * @return the permit, to be closed when JDBC has answered
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

    /** Returns how many callers may hold a permit at once. */
    public int maxConcurrent() {
        return maxConcurrent;
    }

    /** Returns how many callers hold a permit. */
    public int active() {
        return maxConcurrent - permits.availablePermits();
    }

    /** Returns about how many callers wait. */
    public int waiting() {
        return permits.getQueueLength();
    }

    /** Returns how many callers got an error instead of a permit. */
    public long rejected() {
        return rejected.sum();
    }

    @Override
    public String toString() {
        return "FallbackLimit[" + active() + " of " + maxConcurrent + ", " + waiting() + " waiting]";
    }
}
