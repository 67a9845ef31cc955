// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.control.sql.UserLock;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drains every client of a server while it is held, so that no open table blocks DDL. It is the SQL user lock {@value
 * #NAME}. Within a second the guard of each client sees it and closes all connections; lookups fail until the lock is
 * released.
 *
 * <pre>{@code
 * try (DrainLock lock = DrainLock.acquire(dataSource)) {
 *     migrate();
 * }
 * }</pre>
 *
 * <p>The lock needs no privilege and keeps one SQL connection until {@link #close()}. A migration must not fail
 * because of it: where {@link WriteFence} throws, this lock is not held and says so by {@link #isHeld()}.
 *
 * <p>If the SQL session ends, the lock ends with it: clients connect again, {@link #isHeld()} returns false, and
 * {@link #close()} logs a warning. Thread-safe.
 */
public final class DrainLock implements AutoCloseable {

    /** The user lock's name. */
    public static final String NAME = "handlersocket_drain";

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final @Nullable UserLock lock;

    private DrainLock(@Nullable UserLock lock) {
        this.lock = lock;
    }

    /** Acquires the lock and waits up to five seconds; see {@link #acquire(DataSource, Duration)}. */
    public static DrainLock acquire(DataSource dataSource) {
        return acquire(dataSource, WAIT);
    }

    /**
     * Acquires the lock. Without it returns an object that holds nothing: after the wait, on another database, or if
     * SQL cannot be asked. While another session holds the lock, all clients are drained as well.
     *
     * <p>An interrupt does not shorten the wait for the lock and stays set. If it makes the DataSource give up, the
     * lock is not held.
     *
     * @param dataSource gives the connection that holds the lock
     * @param wait how long to wait for another session, in milliseconds or longer; 0 does not wait
     * @throws IllegalArgumentException if the wait is negative
     * @throws IllegalStateException if called on one of a client's own threads
     */
    public static DrainLock acquire(DataSource dataSource, Duration wait) {
        DriverThread.refuseToWait("DrainLock.acquire");
        try {
            UserLock lock = UserLock.acquire(dataSource, NAME, wait);
            LOG.info("HandlerSocket: all clients are drained while {} is held", NAME);
            return new DrainLock(lock);
        } catch (HandlerSocketException e) {
            LOG.debug("HandlerSocket: going on without the lock {}", NAME, e);
            return new DrainLock(null);
        }
    }

    /**
     * Asks the server whether this object holds the lock; false after {@link #close()} or if the SQL session has
     * ended.
     */
    public boolean isHeld() {
        return lock != null && lock.isHeld();
    }

    /** Releases the lock and gives the connection back; calling it again has no effect. */
    @Override
    public void close() {
        if (lock != null && !lock.release()) {
            LOG.warn(
                    "HandlerSocket: the lock {} ended before it was released, because its SQL session ended: clients"
                            + " may have connected meanwhile",
                    NAME);
        }
    }
}
