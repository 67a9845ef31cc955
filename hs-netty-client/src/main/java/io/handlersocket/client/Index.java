// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows of one index. All threads may share a handle. It stays valid across reconnects and changes of the table;
 * only if the columns of the index itself or their order change, lookups are refused, and {@link
 * HandlerSocketClient#index} gives a new handle.
 *
 * <p><b>Keys.</b> A key has one value per index part, in index order. A value has the part's natural Java type or one
 * that converts without loss: any integer type for integer columns, {@code LocalDateTime} for DATETIME, {@code byte[]}
 * for BINARY.
 *
 * <ul>
 *   <li>{@code null}, and a value that no row can hold because it is out of range or too long, match no row, as in SQL.
 *       The server is not asked.
 *   <li>A value of another type is an {@link IllegalArgumentException} that names column and type. Every method throws
 *       it at once.
 *   <li>A value whose rows only SQL can tell, such as text that the column's character set lacks, is an {@link
 *       UndecidableValueException}.
 * </ul>
 *
 * <p><b>Rows</b> are those committed at the moment the server reads them, as SQL at READ COMMITTED reads them.
 *
 * <p><b>Waiting.</b> Methods that return a result wait at most the request timeout. An interrupt does not end the wait;
 * the thread's interrupt flag stays set. On one of the client's own threads, these methods throw {@link
 * IllegalStateException}.
 *
 * <p><b>Stages.</b> Methods that return a {@link CompletionStage} never wait. Stages that depend on it run on the
 * client's I/O thread unless the builder was given an executor: they must not block. Cancelling a stage gives the
 * answer up, but does not take the request back: the server may still read the row, and the result is dropped.
 *
 * @since 0.1
 */
public interface Index {

    /** Returns the spec this handle was opened by. */
    IndexSpec spec();

    /**
     * Returns the table as the catalogue described it when the index was last opened. Each opening makes a new object,
     * which equals the last one if the table did not change. So a lookup was answered by this definition if the same
     * object is returned before the lookup and after it.
     */
    Table table();

    /** Returns the index as the catalogue described it when this handle was made. Keys are understood by it. */
    IndexDefinition definition();

    /** Returns the columns of this handle's rows, in their order. */
    List<Column> columns();

    /**
     * Returns whether a lookup sent now would reach the server. The answer may change before the next call. If the
     * client closed its connections because it was idle, this makes it connect again, as a lookup does.
     */
    boolean isOpen();

    /**
     * Returns a view of this index whose lookups have another request timeout. The view shares everything else with
     * this handle; making one is cheap.
     *
     * <p>Timeouts are checked every twentieth of the client's request timeout, 25 ms by default: an answer that comes
     * between the timeout and the check is returned. A lookup that times out sooner than the client's request timeout
     * does not count as a failure of the server. With a longer timeout, a lookup can still fail after the client's
     * request timeout when its connection is replaced. {@link HandlerSocketClient#readTogether} always has the client's
     * request timeout.
     *
     * @param timeout how long one lookup, or one page of a stream, may take; more than 0
     */
    Index withTimeout(Duration timeout);

    /**
     * Reads the row with this key.
     *
     * @param key one value per part of the index, which must be unique; null matches no row
     * @return the row, or empty if no row has the key
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     * @throws HandlerSocketException if there is no answer; {@link HandlerSocketException#fate()} says what became of
     *     the request
     * @throws IllegalStateException if called on one of the client's own threads
     */
    Optional<Row> find(@Nullable Object... key);

    /** Reads the row with this key; see {@link #find(Object...)}. */
    default Optional<Row> find(Key key) {
        return find(key.values().toArray());
    }

    /**
     * Reads the row with this key without waiting.
     *
     * @param key one value per part of the index, which must be unique; null matches no row
     * @return the row, or empty if no row has the key; fails with {@link HandlerSocketException}
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     */
    CompletionStage<Optional<Row>> findAsync(@Nullable Object... key);

    /** Reads the row with this key without waiting; see {@link #findAsync(Object...)}. */
    default CompletionStage<Optional<Row>> findAsync(Key key) {
        return findAsync(key.values().toArray());
    }

    /**
     * Reads the rows with these keys; see {@link #findAllAsync}.
     *
     * @throws HandlerSocketException if one of the lookups has no answer
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #findAllAsync} there
     */
    List<Optional<Row>> findAll(Collection<?> keys);

    /**
     * Reads the rows with these keys in as few requests as possible, without waiting.
     *
     * <p>If the index has one part and it is a number, a date or binary, one request reads all keys that fit into 15
     * kB, and so reads them from one snapshot. All other keys are lookups of their own. They leave together, but other
     * commits may come between them.
     *
     * @param keys each a value, or a {@link Key} if the index, which must be unique, has several parts; null matches no
     *     row
     * @return the row or empty for each key, in the order given and as often as given
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     */
    CompletionStage<List<Optional<Row>>> findAllAsync(Collection<?> keys);

    /**
     * Reads one page of rows in index order; see {@link #rangeAsync}.
     *
     * @throws HandlerSocketException if there is no answer
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #rangeAsync} there
     */
    List<Row> range(Range range);

    /**
     * Reads one page of rows in index order, from one snapshot, without waiting.
     *
     * @return the rows, at most {@link Range#limit()} of them; none if the column cannot hold an equal value or the
     *     value of an EQUAL filter, as in SQL. Fails with {@link RefusedException} if SQL might order or compare the
     *     rows differently: for parts of type ENUM, SET or DOUBLE, for descending parts, and for a bound that the
     *     column cannot hold
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     */
    CompletionStage<List<Row>> rangeAsync(Range range);

    /**
     * Reads all rows of a range in index order, one page at a time as rows are taken. Waits at most the request timeout
     * for each page. The stream is sequential, holds one page, and need not be closed.
     *
     * <p>Each page has its own snapshot. A row that exists all the time and keeps its key comes exactly once. A row
     * that is inserted, deleted or gets another key meanwhile may come in its old state, in its new state or not at
     * all; if its key moves ahead, it may come twice. Rows with equal keys come in the order of the primary key.
     *
     * @param range its limit is the most rows of one page and does not limit the whole
     * @return a stream that throws {@link HandlerSocketException} if a page cannot be read, and cannot go on after
     *     that. It throws {@link RefusedException} also if the index is not unique and the table is not an InnoDB table
     *     with a primary key, because the order of rows with equal keys is unknown then
     */
    Stream<Row> stream(Range range);

    /**
     * Reads all rows of a range as a subscriber requests them; see {@link #stream}. Holds one page, and reads none
     * while none is requested. Each subscriber reads the range for itself. Cancelling the subscription drops a page
     * that is being read.
     *
     * <p>Signals come on the client's I/O thread, on the builder's executor if there is one, or on the requesting
     * thread. Subscribers must not block.
     */
    Flow.Publisher<Row> publish(Range range);

    /**
     * Reads the rows of several ranges from one snapshot; see {@link #rangesAsync}.
     *
     * @throws HandlerSocketException if there is no answer
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #rangesAsync} there
     */
    List<Rows> ranges(List<Range> ranges);

    /**
     * Reads the rows of several ranges from one snapshot, as one SQL statement does, without waiting.
     *
     * @return for each range, in their order, its rows, and whether they are as many as its limit. Fails as {@link
     *     #rangeAsync} does, and with {@link TooLargeException} if the ranges are together longer than 16 kB, or 1,200
     *     bytes if the server is on another machine or behind TLS
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     */
    CompletionStage<List<Rows>> rangesAsync(List<Range> ranges);
}
