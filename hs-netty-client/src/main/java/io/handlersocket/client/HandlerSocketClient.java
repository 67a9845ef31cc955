// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Reads rows of one MariaDB server by index over HandlerSocket.
 *
 * <p>A client holds a few connections that all threads share. Create one per server and keep it. All methods may be
 * called from any thread. Building a client does no I/O and does not fail if the server is absent. The client connects
 * in the background; until it has connected, lookups fail with {@link UnavailableException}.
 *
 * <p><b>Stages.</b> Code that depends on a stage runs on the executor of the builder, else on the client's I/O thread,
 * or on the calling thread if the stage is complete when that code is added. It never runs on the thread that connects
 * and opens. On the client's own threads no method waits: those that would, {@code join()} and {@code get()} of a stage
 * included, throw {@link IllegalStateException}. Cancelling a stage only ends the wait for it: the request is sent
 * unless it is still in the queue, and a write may be applied.
 *
 * <p>The client opens a table only after SQL, over the {@link javax.sql.DataSource} of the builder, said that this is
 * safe. If the catalogue cannot be read, it refuses the table.
 *
 * @since 0.1
 */
public interface HandlerSocketClient extends AutoCloseable {

    /** Returns a builder with every option at its default. */
    static HandlerSocketClientBuilder builder() {
        return new HandlerSocketClientBuilder();
    }

    /**
     * Returns a builder with the options of a URI. Set what is not text, such as the {@link javax.sql.DataSource},
     * afterwards.
     *
     * <pre>
     * handlersocket://db.example.com:9998/game?connections=2&amp;requestTimeout=200ms
     * handlersocket://:secret@localhost/game
     * handlersocket:///game?unixSocket=/run/mysqld/hs.sock
     * </pre>
     *
     * @param uri host, port, schema and secret may each be missing; options have the names of the builder's methods
     * @throws IllegalArgumentException if the URI is malformed, or an option is unknown, repeated or out of range; the
     *     message holds no secret
     */
    static HandlerSocketClientBuilder builder(String uri) {
        Objects.requireNonNull(uri, "uri: null (expected handlersocket://host:port/schema?option=value)");
        return ClientUri.read(uri, new HandlerSocketClientBuilder());
    }

    /**
     * Opens an index and waits at most twice the connect timeout plus one second, 3 s by default.
     *
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #openIndex} there
     * @throws RefusedException if the table or index must not or cannot be read over HandlerSocket
     * @throws UnavailableException if the server cannot be reached in that time, or the thread is interrupted, whose
     *     interrupt flag stays set
     * @throws IllegalStateException if called on one of the client's own threads
     */
    Index index(IndexSpec spec);

    /**
     * Opens the primary key of a table with all readable columns, in the builder's schema or else the DataSource's.
     * Waits as long as {@link #index(IndexSpec)}, the first attempt to connect included.
     *
     * @throws RefusedException if the table must not or cannot be read over HandlerSocket
     * @throws UnavailableException if the server cannot be reached in that time
     */
    Index index(String table);

    /**
     * Opens an index in the background. The same spec gives the same handle, as long as it is among the handles used
     * last (four times {@link HandlerSocketClientBuilder#maxOpenIndexes}). A handle that the client has forgotten works
     * on.
     *
     * @return completes once lookups can be sent; fails with {@link RefusedException} or {@link UnavailableException}.
     *     A failure is not remembered: the next call tries again
     */
    CompletionStage<Index> openIndex(IndexSpec spec);

    /**
     * Gives an index back that is no longer needed. The client forgets the handle, and closes the index unless another
     * handle reads it. Returns at once. Does nothing if the handle was given back before.
     *
     * <p>Giving back is not required: beyond the limits above, the client closes the indexes that were not used for
     * longest.
     *
     * <p>Every caller that opened the same spec shares the handle. If one of them still uses it, its next lookup fails
     * with {@link UnavailableException.Reason#NOT_OPEN} and opens the index again; lookups succeed as soon as it is
     * open.
     *
     * @param index of this client; a view of {@link Index#withTimeout} stands for its handle
     */
    void release(Index index);

    /**
     * Reads from several indexes from one snapshot and waits at most the request timeout; see {@link
     * #readTogetherAsync}.
     *
     * @throws HandlerSocketException if there is no answer
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #readTogetherAsync} there
     */
    List<Rows> readTogether(List<Read> reads);

    /**
     * Reads from several indexes from one snapshot, as one SQL statement does, without waiting.
     *
     * @param reads of indexes of this client
     * @return what each read found, in their order. Fails as {@link Index#findAsync} does, and with {@link
     *     TooLargeException} if keys and filters are together longer than 16 kB; or 1,200 bytes if they need several
     *     lines and the server is on another machine or behind TLS
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     */
    CompletionStage<List<Rows>> readTogetherAsync(List<Read> reads);

    /**
     * Returns the way to change rows. Read {@link Writes} first: it is weaker than SQL.
     *
     * @throws IllegalStateException if writes were not enabled by {@link HandlerSocketClientBuilder#writes}
     */
    Writes writes();

    /**
     * Returns the catalogue's description of a table, from memory if the client has it.
     *
     * @return fails with {@link RefusedException} if the table does not exist, and {@link UnavailableException} if SQL
     *     cannot be asked
     */
    CompletionStage<Table> table(TableName name);

    /** Returns what the server said of itself at the last discovery; empty before the first. */
    Optional<ServerFacts> server();

    /** Returns the state of this client. */
    ClientSnapshot snapshot();

    /**
     * Waits in the background for the end of the first attempt to reach the server.
     *
     * @return the snapshot after that attempt, whether it succeeded or not; completes at once if it has ended
     */
    CompletionStage<ClientSnapshot> firstAttempt();

    /**
     * Closes all connections and keeps them closed until {@link #resume()}, so that this client blocks no DDL. Requests
     * in flight are answered first, within the request timeout. Returns once all connections are closed.
     *
     * @throws IllegalStateException if called on one of the client's own threads, which must not wait
     */
    void drain();

    /** Connects again after {@link #drain()}. Returns at once. */
    void resume();

    /**
     * Drains and stops this client. Lookups fail with {@link UnavailableException} from now on. May be called twice.
     *
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #closeAsync} there
     */
    @Override
    void close();

    /**
     * Closes as {@link #close} does, on another thread. May be called on any thread, those of the client included.
     *
     * @return completes once everything is closed
     */
    CompletionStage<Void> closeAsync();
}
