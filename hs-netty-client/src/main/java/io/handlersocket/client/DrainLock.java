// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.concurrent.TimeSource;
import io.handlersocket.client.internal.control.sql.NodeLocks;
import java.time.Duration;
import java.util.function.Function;
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
 * <p>Each node of a Galera cluster has its own user locks, and DDL waits for the clients of all nodes. There, the lock
 * is held only if it is held on all nodes: use {@link #acquire(DataSource, Function, Duration)}. If some nodes cannot
 * be locked, a warning names them, and the others stay locked until {@link #close()}. The DDL guard of clients that are
 * not drained still makes way for each DDL statement, which waits about a second for that. A node that joins the
 * cluster after {@code acquire} is not locked.
 */
public final class DrainLock implements ServerLock {

    /** The user lock's name. */
    public static final String NAME = "handlersocket_drain";

    private static final Logger LOG = LoggerFactory.getLogger("io.handlersocket.client");
    private static final Duration WAIT = Duration.ofSeconds(5);

    private final @Nullable NodeLocks locks;

    private DrainLock(@Nullable NodeLocks locks) {
        this.locks = locks;
    }

    /** Acquires the lock and waits at most five seconds; see {@link #acquire(DataSource, Duration)}. */
    public static DrainLock acquire(DataSource dataSource) {
        return acquire(dataSource, WAIT);
    }

    /**
     * Acquires the lock. Returns an object that does not hold it if the wait is over, the database is not MariaDB or
     * SQL does not answer. If another session holds the lock, that session drains all clients. In a Galera cluster of
     * several nodes, the lock is taken on the node of the DataSource and {@link #isHeld()} returns false.
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
        return take(dataSource, null, wait);
    }

    /**
     * Acquires the lock as {@link #acquire(DataSource, Duration)} does, in a Galera cluster on all nodes. Waits at most
     * five seconds more for the connections to the other nodes. The lock is not held if the address of a node is
     * unknown, the node does not answer or another session holds its lock.
     *
     * <pre>{@code
     * DrainLock.acquire(
     *         dataSource, address -> dataSourceOf("jdbc:mariadb://" + address + "/shop"), Duration.ofSeconds(5));
     * }</pre>
     *
     * @param dataSource the source of the connection to one node, or to a server that is in no cluster
     * @param nodes returns a source of new connections to the address of another node, such as {@code db2:3306} or
     *     {@code [::1]:3306}. The address is that of {@code wsrep_incoming_addresses}. Each connection gets a network
     *     timeout. The function is called on several threads at once; if it throws, the node counts as unreachable
     * @param wait how long to wait for other sessions that hold the lock, in all, to the millisecond; 0 does not wait
     * @throws IllegalArgumentException if the wait is negative
     * @throws IllegalStateException if called on an I/O or control thread of a client
     */
    public static DrainLock acquire(DataSource dataSource, Function<String, DataSource> nodes, Duration wait) {
        return take(
                dataSource,
                requireNonNull(nodes, "nodes: null (expected a function from an address to a javax.sql.DataSource)"),
                wait);
    }

    private static DrainLock take(DataSource dataSource, @Nullable Function<String, DataSource> nodes, Duration wait) {
        requireNonNull(dataSource, "dataSource: null (expected a javax.sql.DataSource of the server)");
        requireNonNull(wait, "wait: null (expected a duration)");
        DriverThread.refuseToWait("DrainLock.acquire", null);
        try {
            NodeLocks locks = NodeLocks.acquire(dataSource, nodes, NAME, wait, TimeSource.SYSTEM.nanoTime());
            boolean ofPlugin = locks.isOfPlugin();
            LOG.atLevel(ofPlugin ? Level.INFO : Level.DEBUG)
                    .log(
                            "HandlerSocket: lookups are paused during schema migration, and SQL answers until the lock"
                                    + " {} is released",
                            NAME);
            if (!locks.missing().isEmpty()) {
                LOG.atLevel(ofPlugin ? Level.WARN : Level.DEBUG)
                        .log(
                                "HandlerSocket: the lock {} is not held on these nodes of the Galera cluster: {}."
                                        + " Clients there are not drained, and each DDL statement may wait about a"
                                        + " second for them. Make sure that DrainLock.acquire is told how to connect to"
                                        + " another node, and that the same account reaches every address in"
                                        + " wsrep_incoming_addresses from here",
                                NAME,
                                String.join(", ", locks.missing()));
            }
            return new DrainLock(locks);
        } catch (HandlerSocketException e) {
            LOG.debug("HandlerSocket: continuing without the lock {}", NAME, e);
            return new DrainLock(null);
        }
    }

    /**
     * Asks each server whether this object holds the lock: not after {@link #close()}, if an SQL session ended, or if
     * a node of the cluster could not be locked.
     */
    @Override
    public boolean isHeld() {
        return locks != null && locks.isHeld();
    }

    /** Releases the lock and returns the connections. Only logs a warning if an SQL session ended earlier. */
    @Override
    public void close() {
        if (locks != null && !locks.release()) {
            LOG.warn(
                    "HandlerSocket: the lock {} was lost because its SQL session ended before the lock was released;"
                            + " clients may have connected again, and DDL waits for their tables. Keep the connection"
                            + " open for the whole migration (wait_timeout, proxies)",
                    NAME);
        }
    }
}
