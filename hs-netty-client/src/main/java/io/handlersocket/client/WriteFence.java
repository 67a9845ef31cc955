// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.control.sql.UserLock;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Keeps the HandlerSocket writes of all clients of a server out of a section of SQL while it is held. Thread-safe. The
 * fence is the SQL user lock {@value #NAME}, which the server takes for each batch of writes.
 *
 * <pre>{@code
 * try (WriteFence fence = WriteFence.acquire(dataSource, Duration.ofSeconds(1))) {
 *     closeTheBooks();
 * }
 * }</pre>
 *
 * <p>Writes wait at the server and are applied after the fence is closed. Keep the section shorter than one second and
 * shorter than {@link WriteOptions#timeout()}. A write that waits longer is {@linkplain WriteResult.Unknown unknown} to
 * its caller and is applied later. After {@code handlersocket_wrlock_timeout}, 12 s by default, the server refuses the
 * waiting writes.
 *
 * <p>The fence needs no privilege and keeps one SQL connection until {@link #close()}. If the SQL session ends, the
 * fence ends with it: writes continue, {@link #isHeld()} returns false, and {@link #close()} throws.
 *
 * @since 0.1
 */
public final class WriteFence implements AutoCloseable {

    /** The user lock's name. */
    public static final String NAME = "handlersocket_wr";

    private final UserLock lock;

    private WriteFence(UserLock lock) {
        this.lock = lock;
    }

    /**
     * Acquires the fence. Returns when the server has finished the current batch of writes.
     *
     * <p>An interrupt does not shorten the wait; the thread's interrupt flag stays set.
     *
     * @param dataSource the source of the connection that holds the fence
     * @param wait how long to wait for current writes or another fence, to the millisecond; 0 does not wait
     * @throws RequestTimeoutException if the fence is not free within the wait
     * @throws RefusedException if the database is not MariaDB
     * @throws UnavailableException if SQL does not answer, or an interrupt makes the DataSource fail
     * @throws IllegalArgumentException if the wait is negative
     * @throws IllegalStateException if called on an I/O or control thread of a client
     */
    public static WriteFence acquire(DataSource dataSource, Duration wait) {
        DriverThread.refuseToWait("WriteFence.acquire", null);
        return new WriteFence(UserLock.acquire(dataSource, NAME, wait));
    }

    /** Asks the server whether this object holds the fence: not after {@link #close()} or if its SQL session ended. */
    public boolean isHeld() {
        return lock.isHeld();
    }

    /**
     * Releases the fence and returns the connection. Closing again has no effect.
     *
     * @throws ConnectionLostException the first time, if the SQL session ended earlier: writes may have been applied
     *     during the section
     */
    @Override
    public void close() {
        if (!lock.release()) {
            throw new ConnectionLostException(
                    NAME + ": the SQL session ended before the fence was closed; writes may have been applied", null);
        }
    }
}
