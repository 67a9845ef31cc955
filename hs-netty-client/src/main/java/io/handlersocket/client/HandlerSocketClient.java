// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Reads rows of one MariaDB server by index over HandlerSocket. Thread-safe.
 *
 * <p>Create one client per server and share it between all threads. Building a client does no I/O, so it succeeds
 * while the server is down. The client connects in the background; until then, lookups fail with {@link
 * UnavailableException}.
 *
 * <p><b>Safety.</b> The client opens a table only after it has read the table's definition over SQL, through the
 * {@link javax.sql.DataSource} of the builder, and found it safe. Without that answer it refuses the table.
 *
 * <p><b>Waiting.</b> Methods that return a {@link CompletionStage} do not wait. All other methods that need the server
 * wait. On an I/O or control thread of a client, they throw {@link IllegalStateException}, whose message names the
 * method to use instead; so do {@code join()} and {@code get()} of an incomplete stage. An interrupt shortens no wait
 * except that of {@code index}; the thread's interrupt flag stays set.
 *
 * <p><b>Stages.</b> Code that depends on a stage runs on {@link HandlerSocketClientBuilder#callbackExecutor}, by
 * default on the client's I/O thread. It runs on the calling thread if the stage is already complete. It never runs on
 * a control thread. Cancelling a stage only ends the wait: the client drops a lookup that is still queued, and
 * discards the answer to one that was sent, but counts how it ends. Completing a stage in another way, as {@code
 * orTimeout} does, has the same effect.
 */
public interface HandlerSocketClient extends AutoCloseable {

    /** Returns a builder with every option at its default. */
    static HandlerSocketClientBuilder builder() {
        return new HandlerSocketClientBuilder();
    }

    /**
     * Returns a builder with the options of a URI. Set options that are objects, such as the {@link
     * javax.sql.DataSource}, on the returned builder.
     *
     * <pre>
     * handlersocket://db.example.com:9998/game?connections=2&amp;requestTimeout=200ms
     * handlersocket://:secret@localhost/game
     * handlersocket:///game?unixSocket=/run/mysqld/hs.sock
     * </pre>
     *
     * @param uri host, port, schema and secret are optional; other options have the names of the builder's methods
     * @throws IllegalArgumentException if the URI is malformed, or an option is unknown, repeated or out of range; the
     *     message contains no secret
     */
    static HandlerSocketClientBuilder builder(String uri) {
        Objects.requireNonNull(uri, "uri: null (expected handlersocket://host:port/schema?option=value)");
        return ClientUri.read(uri, new HandlerSocketClientBuilder());
    }

    /**
     * Opens an index. Waits at most twice the connect timeout plus one second; 3 s by default.
     *
     * @throws RefusedException if the table or index must not or cannot be read over HandlerSocket
     * @throws UnavailableException if the server cannot be reached in that time, or the thread is interrupted
     */
    Index index(IndexSpec spec);

    /**
     * Opens the primary key of a table with all readable columns, as {@link #index(IndexSpec)} does. The table is in
     * the builder's schema, by default the schema of the DataSource.
     */
    Index index(String table);

    /**
     * Opens an index in the background. Equal specs share one handle. The client keeps the most recently used handles,
     * four times {@link HandlerSocketClientBuilder#maxOpenIndexes}. A handle that it no longer keeps still works.
     *
     * @return completes when lookups can be sent; fails with {@link RefusedException} or {@link UnavailableException}.
     *     The next call tries again after a failure
     */
    CompletionStage<Index> openIndex(IndexSpec spec);

    /**
     * Releases an index that is no longer needed. The client forgets the handle, and closes the index unless another
     * handle uses it. Returns at once; releasing a handle again has no effect.
     *
     * <p>Releasing is optional: at its limits the client closes the least recently used indexes itself. All callers
     * that opened the same spec share the handle. If one of them still uses it, its next lookup fails with {@link
     * UnavailableException.Reason#NOT_OPEN} and reopens the index.
     *
     * @param index an index of this client; a view of {@link Index#withTimeout} releases its handle
     */
    void release(Index index);

    /**
     * Reads from several indexes in one snapshot, as {@link #readTogetherAsync} does, and waits at most the request
     * timeout.
     *
     * @throws HandlerSocketException if there is no answer
     */
    List<Rows> readTogether(List<Read> reads);

    /**
     * Reads from several indexes in one snapshot, as one SQL statement does.
     *
     * @param reads reads of indexes of this client
     * @return the rows of each read, in the order of the reads. Fails as {@link Index#findAsync(Object...)} does, and
     *     with {@link TooLargeException} if the keys and filters exceed 1,200 bytes in several lines, or 16 kB in one
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     */
    CompletionStage<List<Rows>> readTogetherAsync(List<Read> reads);

    /**
     * Reads the definition of a table over SQL, in several statements on the client's control thread. The client
     * does not keep the result.
     *
     * @return fails with {@link RefusedException} if the table does not exist, and with {@link UnavailableException} if
     *     SQL does not answer
     */
    CompletionStage<Table> table(TableName name);

    /** Returns what the last discovery found out about the server; empty before the first discovery. */
    Optional<ServerFacts> server();

    /** Returns the state of this client. */
    ClientSnapshot snapshot();

    /**
     * Reports the end of the first attempt to reach the server.
     *
     * @return the snapshot after that attempt, whether it succeeded or not; completes at once if it has ended
     */
    CompletionStage<ClientSnapshot> firstAttempt();

    /**
     * Waits until the client is {@link ClientState#READY}, such as at the start of an application on a busy machine.
     *
     * @param limit how long to wait at most
     * @throws UnavailableException if the client is not ready by then, is closed or must not use the server, or the
     *     thread is interrupted; the message names the state, the reason, and the option to check
     */
    void awaitReady(Duration limit);

    /**
     * Closes all connections and keeps them closed until {@link #resume()}, so that this client blocks no DDL. Awaits
     * the replies to requests in flight, within the request timeout. Returns when all connections are closed.
     */
    void drain();

    /** Connects again after {@link #drain()}. Returns at once. */
    void resume();

    /**
     * Drains and stops this client. From now on, lookups fail with {@link UnavailableException}. Closing again has no
     * effect; a call during another one returns when that one does. Usually returns when requests in flight are
     * answered; if the server or SQL does not answer, after at most a minute. Closes everything that it can close even
     * if something fails.
     */
    @Override
    void close();

    /**
     * Returns this client, or the client that it passes its calls to, as another type. An extension asks for the type
     * that it adds its part to.
     *
     * @throws IllegalArgumentException if neither has the type
     */
    default <T> T unwrap(Class<T> type) {
        if (!type.isInstance(this)) {
            throw new IllegalArgumentException(
                    "client: " + getClass().getName() + " (expected one that HandlerSocketClient.builder() has built)");
        }
        return type.cast(this);
    }

    /**
     * Closes this client as {@link #close} does, on a separate thread. Any thread may call this method.
     *
     * @return completes when everything is closed
     */
    CompletionStage<Void> closeAsync();
}
