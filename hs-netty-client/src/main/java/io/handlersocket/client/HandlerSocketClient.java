// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.client.catalog.TableName;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Reads rows of one MariaDB server by index over HandlerSocket.
 *
 * <p>One client holds a few connections that all threads share; create one per server and keep it. Every method may be
 * called from any thread. Building a client does no I/O and never fails because the server is absent: it connects in the
 * background, and lookups fail with {@link UnavailableException} until it has.
 *
 * <p>A table is opened only after SQL has said that it is safe to open, over the {@link javax.sql.DataSource} given to the
 * builder; a catalogue that cannot be read means refusal.
 */
public interface HandlerSocketClient extends AutoCloseable {

    /** A builder with every option at its default. */
    static HandlerSocketClientBuilder builder() {
        return new HandlerSocketClientBuilder();
    }

    /**
     * A builder with the options of a URI; what is no text, such as the {@link javax.sql.DataSource}, is still to be given.
     *
     * <pre>
     * handlersocket://db.example.com:9998/game?connections=2&amp;requestTimeout=200ms
     * handlersocket://:secret@localhost/game
     * handlersocket:///game?unixSocket=/run/mysqld/hs.sock
     * </pre>
     *
     * @param uri host, port, schema and secret may each be missing; options are named as the builder's methods
     * @throws IllegalArgumentException if it is no such URI, or an option is unknown or has no such value; the message holds no
     *     secret
     */
    static HandlerSocketClientBuilder builder(String uri) {
        return ClientUri.read(uri, new HandlerSocketClientBuilder());
    }

    /**
     * Opens an index and waits for it, at most the connect timeout plus one second.
     *
     * @throws RefusedException if the table or index must not or cannot be read over HandlerSocket
     * @throws UnavailableException if the server cannot be reached now
     */
    Index index(IndexSpec spec);

    /** Opens the primary key of a table in the DataSource's schema, or the configured one, reading all its columns; see {@link #index(IndexSpec)}. */
    Index index(String table);

    /**
     * Opens an index in the background. The same spec gives the same handle, as long as it is among the handles used last (four
     * times {@link HandlerSocketClientBuilder#maxOpenIndexes}). A handle that the client has forgotten works on.
     *
     * @return completes once lookups can be sent; fails with {@link RefusedException} or {@link UnavailableException}.
     *     A failure is not remembered: asking again tries again
     */
    CompletionStage<Index> openIndex(IndexSpec spec);

    /**
     * Gives an index back that is no longer needed. The client forgets the handle, and closes the index unless another handle
     * reads it. Returns at once. Does nothing if the handle was given back before.
     *
     * <p>Giving back is not required: beyond the limits above, the client closes the indexes that were not used for longest.
     *
     * <p>Every caller that opened the same spec shares the handle. If one of them still uses it, its next lookup fails with {@link
     * UnavailableException.Reason#NOT_OPEN} and opens the index again; lookups succeed as soon as it is open.
     *
     * @param index of this client
     */
    void release(Index index);

    /**
     * Reads from several indexes at one moment, waiting at most the request timeout; see {@link #readTogetherAsync}.
     *
     * @throws HandlerSocketException if it could not be answered
     * @throws IllegalStateException if called on one of the client's own I/O threads, which must not wait
     */
    List<Rows> readTogether(List<Read> reads);

    /**
     * Reads from several indexes at one moment: all rows are from one snapshot, as those of one SQL statement are.
     *
     * @param reads of indexes of this client
     * @return what each found, in their order; fails with {@link TooLargeException} if the keys and filters are together longer
     *     than 16 kB (1,200 bytes to another machine or over TLS, unless they are one line), and as {@link Index#findAsync} does
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     */
    CompletionStage<List<Rows>> readTogetherAsync(List<Read> reads);

    /**
     * The way to change rows, for those who know what is lost over it: {@link Writes} says.
     *
     * @throws IllegalStateException if writes were not enabled by {@link HandlerSocketClientBuilder#writes}
     */
    Writes writes();

    /**
     * What SQL says of a table, from the catalogue's memory where it is there.
     *
     * @return fails with {@link RefusedException} if there is no such table, {@link UnavailableException} if SQL cannot be
     *     asked
     */
    CompletionStage<Table> table(TableName name);

    /** What the server said of itself at the last discovery; empty before the first. */
    Optional<ServerFacts> server();

    /** The state of everything at one moment. */
    ClientSnapshot snapshot();

    /**
     * Waits until the first attempt to reach the server has ended, one way or the other.
     *
     * @return the snapshot then; completes at once if an attempt has ended before
     */
    CompletionStage<ClientSnapshot> firstAttempt();

    /**
     * Closes all connections and keeps them closed until {@link #resume()}, so that nothing of this client stands in the way
     * of DDL. Requests in flight are answered first, within the request timeout. Returns once everything is closed.
     */
    void drain();

    /** Connects again after {@link #drain()}. Returns at once. */
    void resume();

    /** Drains and stops. Lookups fail with {@link UnavailableException} from here on. May be called twice. */
    @Override
    void close();
}
