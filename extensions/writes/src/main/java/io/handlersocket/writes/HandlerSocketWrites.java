// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static java.util.Objects.requireNonNull;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.ServerLock;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.DefaultClient;
import io.handlersocket.client.internal.concurrent.DriverThread;
import io.handlersocket.client.internal.control.sql.UserLock;
import io.handlersocket.writes.internal.WriteSide;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import javax.sql.DataSource;

/**
 * Opens tables for changes over HandlerSocket's write port. Thread-safe.
 *
 * <p>These writes guarantee less than SQL:
 *
 * <ul>
 *   <li><b>No binary log.</b> Replicas, point-in-time recovery and change data capture miss these writes.
 *   <li><b>No transaction.</b> Each write commits by itself, outside any SQL transaction of the application.
 *   <li><b>An acknowledged write can be lost.</b> The server commits all writes that it reads together, of all
 *       clients, in one InnoDB transaction. If one of them is the victim of a deadlock, InnoDB rolls back all of
 *       them, even if the server has already acknowledged the writes of other clients.
 *   <li><b>No triggers, CHECKs, generated columns, system versioning, {@code DEFAULT} or {@code ON UPDATE
 *       CURRENT_TIMESTAMP}</b>, no strict mode and no privileges. The client refuses tables for which this could
 *       matter and gives the reason.
 *   <li><b>All writes wait for each other.</b> While one write waits for a row that SQL has locked, all writes of all
 *       clients wait.
 *   <li><b>An open table blocks</b> DDL, {@code FLUSH TABLES WITH READ LOCK}, {@code SET GLOBAL read_only=1}, {@code
 *       LOCK TABLES} and plain {@code mariadb-dump}. So the client connects when a write waits, checks every second
 *       whether a session waits for a table, and closes the connection soon after the last write.
 * </ul>
 *
 * <p>Use them for counters, sessions and scores on a server without binary log, and use SQL for everything else.
 * The client refuses them if {@code log_bin} is on, unless {@link WriteOptions#unreplicated()} permits that, and on a
 * Galera node.
 *
 * <p>Writes have a connection, a thread and a DDL guard of their own. They drain, resume and close with the client.
 */
public final class HandlerSocketWrites {

    /** The user lock of {@link #fence}. */
    public static final String FENCE = "handlersocket_wr";

    private final DefaultClient client;
    private final WriteSide side;

    private HandlerSocketWrites(DefaultClient client, WriteSide side) {
        this.client = client;
        this.side = side;
    }

    /**
     * Lets a client write. Call this once for each client, and share the result between all threads.
     *
     * @param client one that the application has built; the client of the Spring Boot starter only reads
     * @throws IllegalArgumentException if another class has implemented the client, or if it uses TLS and the options
     *     name no port
     */
    public static HandlerSocketWrites of(HandlerSocketClient client, WriteOptions options) {
        return of(client, options, WriteSide.PAUSE_EVERY_MILLIS);
    }

    static HandlerSocketWrites of(HandlerSocketClient client, WriteOptions options, long pauseEveryMillis) {
        requireNonNull(client, "client: null (expected a HandlerSocketClient)");
        requireNonNull(options, "options: null (expected WriteOptions)");
        DefaultClient own = client.unwrap(DefaultClient.class);
        if (own.options().address().tls() != null && options.port() == 0) {
            throw new IllegalArgumentException("port: 0 (expected the port of a TLS terminator for the write port:"
                    + " HandlerSocket does not support TLS)");
        }
        WriteSide side = new WriteSide(own.options(), options, pauseEveryMillis);
        side.start();
        own.attach(side);
        return new HandlerSocketWrites(own, side);
    }

    /**
     * Checks over SQL whether the client may change rows of a table by the key of an index, and opens nothing. Waits as
     * long as {@link HandlerSocketClient#index(io.handlersocket.client.IndexSpec)} does. The SQL account needs SELECT,
     * INSERT, UPDATE, DELETE and, to see whether the table has triggers, TRIGGER.
     *
     * @param index the name of a unique index
     * @return the index, valid as long as the client
     * @throws RefusedException if a change could have another effect in SQL, or the client must not write to the server
     * @throws UnavailableException if SQL does not answer, the server is {@code read_only} or the thread is interrupted
     */
    public WriteIndex index(TableName table, String index) {
        DriverThread.refuseToWait("HandlerSocketWrites.index", "openIndex");
        return client.openingWait().await(side.open(table, index));
    }

    /** Opens the primary key of a table as {@link #index(TableName, String)} does. */
    public WriteIndex index(TableName table) {
        return index(table, IndexDefinition.PRIMARY);
    }

    /**
     * Opens an index as {@link #index(TableName, String)} does, without waiting.
     *
     * @return the index; fails with {@link RefusedException} or {@link UnavailableException}
     */
    public CompletionStage<WriteIndex> openIndex(TableName table, String index) {
        return side.stages().of(side.open(table, index));
    }

    /** Returns the state of the writes. */
    public WriteSnapshot snapshot() {
        return side.snapshot();
    }

    /**
     * Keeps the HandlerSocket writes of all clients of a server out of a section of SQL until the returned lock is
     * closed. The lock is the SQL user lock {@value #FENCE}, which the server takes for each batch of writes. This
     * method returns when the server has finished the current batch.
     *
     * <pre>{@code
     * try (ServerLock fence = HandlerSocketWrites.fence(dataSource, Duration.ofSeconds(1))) {
     *     closeTheBooks();
     * }
     * }</pre>
     *
     * <p>Writes wait at the server and are applied after the fence is closed. Keep the section shorter than one second
     * and shorter than {@link WriteOptions#timeout()}. A write that waits longer is {@linkplain WriteResult.Unknown
     * unknown} to its caller and is applied later. After {@code handlersocket_wrlock_timeout}, 12 s by default, the
     * server refuses the waiting writes.
     *
     * <p>The fence needs no privilege. If its SQL session ends, writes continue. An interrupt does not shorten the
     * wait; the thread's interrupt flag stays set.
     *
     * @param dataSource the source of the connection that holds the fence
     * @param wait how long to wait for current writes or another fence, to the millisecond; 0 does not wait
     * @throws RequestTimeoutException if the fence is not free within the wait
     * @throws RefusedException if the database is not MariaDB
     * @throws UnavailableException if SQL does not answer, or an interrupt makes the DataSource fail
     * @throws IllegalArgumentException if the wait is negative
     * @throws IllegalStateException if called on an I/O or control thread of a client
     */
    public static ServerLock fence(DataSource dataSource, Duration wait) {
        DriverThread.refuseToWait("HandlerSocketWrites.fence", null);
        return UserLock.acquire(dataSource, FENCE, wait);
    }

    @Override
    public String toString() {
        return "HandlerSocketWrites[" + snapshot() + ']';
    }
}
