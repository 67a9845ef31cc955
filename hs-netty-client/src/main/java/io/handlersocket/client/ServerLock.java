// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * An SQL user lock, which keeps one SQL connection until it is closed. It ends when it is closed or when its SQL
 * session ends. Thread-safe.
 */
public interface ServerLock extends AutoCloseable {

    /** Asks the server whether this object holds the lock: not after {@link #close()} or if its SQL session ended. */
    boolean isHeld();

    /**
     * Releases the lock and returns the connection. Closing again has no effect.
     *
     * @throws ConnectionLostException the first time, if the SQL session ended earlier, so that the lock did not keep
     *     others out until now
     */
    @Override
    void close();
}
