// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.control.sql.UserLock;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Keeps the HandlerSocket writes of all clients of a server out of a section of SQL while it is held. It is the SQL
 * user lock {@value #NAME}, which the server takes for each batch of writes.
 *
 * <pre>{@code
 * try (WriteFence fence = WriteFence.acquire(dataSource, Duration.ofSeconds(1))) {
 *     closeTheBooks();
 * }
 * }</pre>
 *
 * <p>Writes wait at the server and are applied after the fence is closed. Keep the section shorter than one second
 * and than {@link WriteOptions#timeout()}: a write that waits longer is {@linkplain WriteResult.Unknown unknown} to
 * its caller, and is applied later. After {@code handlersocket_wrlock_timeout}, 12 s by default, the server refuses
 * the waiting writes.
 *
 * <p>The fence needs no privilege and keeps one SQL connection until {@link #close()}.
 *
 * <p>If the SQL session ends, the fence ends with it: writes go on, {@link #isHeld()} returns false, and {@link
 * #close()} throws. Thread-safe.
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
     * <p>An interrupt does not shorten the wait for the lock and stays set. If it makes the DataSource give up, this
     * method throws {@link UnavailableException}.
     *
     * @param dataSource gives the connection that holds the fence
     * @param wait how long to wait for current writes or for another fence, in milliseconds or longer; 0 does not wait
     * @throws RequestTimeoutException if the fence was not free within the wait
     * @throws RefusedException if the database is not MariaDB
     * @throws UnavailableException if SQL cannot be asked
     * @throws IllegalArgumentException if the wait is negative
     * @throws IllegalStateException if called on one of a client's own threads
     */
    public static WriteFence acquire(DataSource dataSource, Duration wait) {
        DriverThread.refuseToWait("WriteFence.acquire");
        return new WriteFence(UserLock.acquire(dataSource, NAME, wait));
    }

    /**
     * Asks the server whether this object holds the fence; false after {@link #close()} or if the SQL session has
     * ended.
     */
    public boolean isHeld() {
        return lock.isHeld();
    }

    /**
     * Releases the fence and gives the connection back; calling it again has no effect.
     *
     * @throws ConnectionLostException the first time, if the SQL session had ended before: writes may have been
     *     applied during the section. Nothing else is wrong, and the section may be repeated
     */
    @Override
    public void close() {
        if (!lock.release()) {
            throw new ConnectionLostException(
                    NAME + ": the SQL session ended before the fence was closed; writes may have been applied"
                            + " in the section",
                    null);
        }
    }
}
