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
import org.slf4j.event.Level;

/**
 * Drains all clients of a server while it is held, so that no open table blocks DDL. Thread-safe. The lock is the SQL
 * user lock {@value #NAME}. Within a second the DDL guard of each client detects it and closes all connections; lookups
 * fail until the lock is released.
 *
 * <pre>{@code
 * try (DrainLock lock = DrainLock.acquire(dataSource)) {
 *     migrate();
 * }
 * }</pre>
 *
 * <p>The lock needs no privilege and keeps one SQL connection until {@link #close()}. A migration must not fail because
 * of it: if it cannot be acquired, {@link #isHeld()} returns false and nothing is thrown.
 *
 * <p>If the SQL session ends, the lock ends with it: clients connect again, {@link #isHeld()} returns false, and
 * {@link #close()} logs a warning.
 *
 * @since 0.1
 */
public final class DrainLock implements ServerLock {

    /** The user lock's name. */
    public static final String NAME = "handlersocket_drain";

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final @Nullable UserLock lock;

    private DrainLock(@Nullable UserLock lock) {
        this.lock = lock;
    }

    /** Acquires the lock and waits at most five seconds; see {@link #acquire(DataSource, Duration)}. */
    public static DrainLock acquire(DataSource dataSource) {
        return acquire(dataSource, WAIT);
    }

    /**
     * Acquires the lock. Returns an object that does not hold it if the wait is over, the database is not MariaDB or
     * SQL does not answer. If another session holds the lock, that session drains all clients.
     *
     * <p>An interrupt does not shorten the wait; the thread's interrupt flag stays set. If the interrupt makes the
     * DataSource fail, the lock is not held.
     *
     * @param dataSource the source of the connection that holds the lock
     * @param wait how long to wait for another session that holds the lock, to the millisecond; 0 does not wait
     * @throws IllegalArgumentException if the wait is negative
     * @throws IllegalStateException if called on an I/O or control thread of a client
     */
    public static DrainLock acquire(DataSource dataSource, Duration wait) {
        DriverThread.refuseToWait("DrainLock.acquire", null);
        try {
            UserLock lock = UserLock.acquire(dataSource, NAME, wait);
            LOG.atLevel(lock.isOfPlugin() ? Level.INFO : Level.DEBUG)
                    .log(
                            "HandlerSocket: lookups are paused during schema migration, and SQL answers until the lock"
                                    + " {} is released",
                            NAME);
            return new DrainLock(lock);
        } catch (HandlerSocketException e) {
            LOG.debug("HandlerSocket: continuing without the lock {}", NAME, e);
            return new DrainLock(null);
        }
    }

    @Override
    public boolean isHeld() {
        return lock != null && lock.isHeld();
    }

    /** Releases the lock and returns the connection. Only logs a warning if the SQL session ended earlier. */
    @Override
    public void close() {
        if (lock != null && !lock.release()) {
            LOG.warn(
                    "HandlerSocket: the lock {} was lost because its SQL session ended before the lock was released;"
                            + " clients may have connected again, and DDL waits for their tables. Keep the connection"
                            + " open for the whole migration (wait_timeout, proxies)",
                    NAME);
        }
    }
}
