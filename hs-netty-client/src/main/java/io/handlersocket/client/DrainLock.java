// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.internal.control.sql.UserLock;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps all applications that read a server over HandlerSocket out of the way of DDL, by holding the SQL user lock {@value
 * #NAME}. Their guards see it within a second, close their connections, and stay on SQL until it is released.
 *
 * <pre>{@code
 * try (DrainLock lock = DrainLock.acquire(dataSource)) {
 *     migrate();
 * }
 * }</pre>
 *
 * <p>It needs no privilege, and a connection of its own that ends with it. A migration must not fail because of it: on another
 * database, or when the lock cannot be had, it holds nothing.
 */
public final class DrainLock implements AutoCloseable {

    /** The user lock's name. */
    public static final String NAME = "handlersocket_drain";

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");
    private static final Duration WAIT = Duration.ofSeconds(5);

    private Optional<UserLock> lock;

    private DrainLock(Optional<UserLock> lock) {
        this.lock = lock;
    }

    /** Takes the lock; waits at most five seconds for whoever has it, by whom all are drained anyway. Never throws. */
    public static DrainLock acquire(DataSource dataSource) {
        Optional<UserLock> lock = UserLock.take(dataSource, NAME, WAIT);
        if (lock.isPresent()) {
            LOG.info("HandlerSocket: all clients are drained while {} is held", NAME);
        }
        return new DrainLock(lock);
    }

    /** Whether the lock is held by this. */
    public synchronized boolean isHeld() {
        return lock.isPresent();
    }

    /** Lets go; once is enough. */
    @Override
    public synchronized void close() {
        lock.ifPresent(UserLock::close);
        lock = Optional.empty();
    }
}
