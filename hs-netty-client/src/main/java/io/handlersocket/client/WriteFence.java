// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.internal.control.sql.UserLock;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Keeps every write over HandlerSocket, of all clients of a server, out of a section of SQL, by holding the SQL user lock
 * {@value #NAME} that the server itself takes for each round of writes.
 *
 * <pre>{@code
 * try (WriteFence fence = WriteFence.acquire(dataSource, Duration.ofSeconds(1))) {
 *     closeTheBooks();
 * }
 * }</pre>
 *
 * <p>Writes that come meanwhile wait at the server, and are done when the fence falls. Keep the section shorter than a second, for
 * which a client at most waits when it closes its connection to let somebody pass, and shorter than {@link
 * WriteOptions#timeout()}: a write that waits longer is {@linkplain WriteResult.Unknown unknown} to its caller, and done nevertheless; after {@code handlersocket_wrlock_timeout}, 12 s, the server refuses those that wait.
 */
public final class WriteFence implements AutoCloseable {

    /** The user lock's name. */
    public static final String NAME = "handlersocket_wr";

    private final UserLock lock;

    private WriteFence(UserLock lock) {
        this.lock = lock;
    }

    /**
     * Takes the lock, on a connection of its own, as soon as the writes that the server is doing now are done.
     *
     * @param wait how long to wait for them, or for whoever else has the lock; whole seconds count
     * @throws IllegalStateException if it could not be had: writes may be going on
     */
    public static WriteFence acquire(DataSource dataSource, Duration wait) {
        return new WriteFence(UserLock.take(dataSource, NAME, wait)
                .orElseThrow(() -> new IllegalStateException(
                        NAME + ": not held after " + wait + ", so that HandlerSocket may be writing")));
    }

    /**
     * Lets the writes go on; once is enough.
     *
     * @throws IllegalStateException if the fence had fallen before, because its SQL session had ended: writes may have been made
     *     in the section
     */
    @Override
    public void close() {
        if (!lock.release()) {
            throw new IllegalStateException(
                    NAME
                            + ": its SQL session ended before the section did, so that HandlerSocket may have written meanwhile");
        }
    }
}
