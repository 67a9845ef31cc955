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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads rows of one index. Thread-safe. A handle stays valid across reconnects and changes of the table. Only if the
 * columns of the index or their order change, its lookups are refused; open the index again to get a new handle.
 *
 * <p><b>Keys.</b> A key has one value per index part, in index order. A value has the part's natural Java type or one
 * that converts without loss: any integer type for integer columns, {@code LocalDateTime} for DATETIME, {@code byte[]}
 * for BINARY.
 *
 * <ul>
 *   <li>{@code null} matches no row, as in SQL; nor does a value that is out of range or too long. The client answers
 *       these without the server.
 *   <li>A value of another type, or a wrong number of values, is an {@link IllegalArgumentException} that names the
 *       column. Every method throws it at once.
 *   <li>A value for which only SQL knows the matching rows, such as text that the column's character set cannot
 *       represent, is an {@link UndecidableValueException}.
 * </ul>
 *
 * <p><b>Rows</b> are those that are committed when the server reads them, as SQL at READ COMMITTED reads them.
 *
 * <p><b>Waiting.</b> Methods that return a result wait at most the request timeout for each request, and throw {@link
 * HandlerSocketException} if there is no answer; {@link HandlerSocketException#fate()} says what became of the request.
 * Methods that return a {@link CompletionStage} do not wait, and their stages fail with that exception. {@link
 * HandlerSocketClient} describes interrupts, cancellation and the threads that must not wait.
 */
public interface Index {

    /** Returns the spec with which this handle was opened. */
    IndexSpec spec();

    /**
     * Returns the table's definition at the last opening of the index. Each opening creates a new object, which equals
     * the last one if the table did not change. A lookup was answered by this definition if this method returns the
     * same object before and after the lookup.
     */
    Table table();

    /** Returns the index's definition when this handle was created; keys follow it. */
    IndexDefinition definition();

    /** Returns the columns of this handle's rows, in their order. */
    List<Column> columns();

    /**
     * Returns whether a lookup sent now would reach the server. The answer may change before the next call. This
     * method only looks: it neither connects nor opens anything.
     */
    boolean isOpen();

    /**
     * Returns {@link #isOpen()}, and makes the client connect and open the index again as a lookup does, if it closed
     * them because nothing was read. Does not wait. For a caller that uses SQL while the index is not open.
     */
    default boolean tryOpen() {
        return isOpen();
    }

    /**
     * Returns why the client has closed this index; empty if the index is open or refused. A lookup sent now would fail
     * with an {@link UnavailableException} of this reason. This method costs less than that exception.
     */
    default Optional<UnavailableException.Reason> closedReason() {
        return Optional.empty();
    }

    /**
     * Returns a view of this handle whose lookups have another request timeout. Creating a view is cheap.
     *
     * <p>The client checks timeouts every twentieth of its own request timeout, 25 ms by default. It returns a reply
     * that arrives between the timeout and the check. A timeout shorter than the client's does not count as a failure
     * of the server. A lookup with a longer timeout can still fail after the client's timeout when its connection is
     * replaced. {@link HandlerSocketClient#readTogether} always uses the client's timeout.
     *
     * @param timeout how long one lookup, one request of {@link #findAll}, or one page of a stream may take; more
     *     than 0
     * @throws IllegalArgumentException if the timeout is 0 or negative
     */
    Index withTimeout(Duration timeout);

    /**
     * Reads the row with this key.
     *
     * @param key one value per part of the index, which must be unique
     * @return the row, or empty if no row has the key
     */
    Optional<Row> find(@Nullable Object... key);

    /** Reads the row with this key; see {@link #find(Object...)}. */
    default Optional<Row> find(Key key) {
        return find(key.values().toArray());
    }

    /** Reads the row with this key without waiting; see {@link #find(Object...)}. */
    CompletionStage<Optional<Row>> findAsync(@Nullable Object... key);

    /** Reads the row with this key without waiting; see {@link #find(Object...)}. */
    default CompletionStage<Optional<Row>> findAsync(Key key) {
        return findAsync(key.values().toArray());
    }

    /** Reads the rows with these keys; see {@link #findAllAsync}. Waits as long as the server answers the requests. */
    List<Optional<Row>> findAll(Collection<?> keys);

    /**
     * Reads the rows with these keys in as few requests as possible, without waiting.
     *
     * <p>If the index has one part and it is a number, a date or binary, one request reads all keys that fit into 15
     * kB, or 900 bytes at a replica, in one snapshot. All other keys are separate lookups. The client sends them
     * together, but the server may run other commands between them.
     *
     * <p>The number of keys has no limit. At most 256 requests, about 64 KiB, or two requests with hundreds of keys,
     * are on their way at a time; each answer lets the client send more. The timeout is that of each request and begins
     * when the client sends it, so a call with many keys may take longer. If one request fails, the call fails with the
     * same exception, and the client sends no more. Nor does it after the stage is cancelled or completed.
     *
     * @param keys one value or {@link Key} per row; a {@link Key} if the index has several parts. The index must be
     *     unique
     * @return the row or empty for each key, in the given order; a repeated key has a repeated result
     */
    CompletionStage<List<Optional<Row>>> findAllAsync(Collection<?> keys);

    /** Reads one page of rows in index order; see {@link #rangeAsync}. */
    List<Row> range(Range range);

    /**
     * Reads one page of rows in index order, in one snapshot, without waiting.
     *
     * @return at most {@link Range#limit()} rows; none if a column cannot hold an equal value or the value of an EQUAL
     *     filter, as in SQL. Fails with {@link RefusedException} if SQL might order or compare the rows differently:
     *     for parts of type ENUM, SET or DOUBLE, for descending parts, and for a bound that the column cannot hold
     */
    CompletionStage<List<Row>> rangeAsync(Range range);

    /**
     * Reads the rows of a range in index order, one page at a time as the caller takes rows: all of them, or as many as
     * {@link Range#limit(int)} says. Waits at most the request timeout for each page. The stream is sequential, holds
     * one page and need not be closed; made parallel, it would read many pages ahead.
     *
     * <p>Each page is one snapshot. A row that exists all the time and keeps its key appears exactly once. A row that
     * is inserted, deleted or given another key meanwhile may appear in its old state, in its new state or not at all;
     * if its key moves ahead, it may appear twice. Rows with equal keys appear in the order of the primary key.
     *
     * @return a stream that ends with {@link HandlerSocketException} if a page cannot be read. It also ends with {@link
     *     RefusedException} if the index is not unique and the table is not an InnoDB table with a primary key, because
     *     the order of rows with equal keys is then unknown
     */
    Stream<Row> stream(Range range);

    /** Reads the rows of several ranges in one snapshot; see {@link #rangesAsync}. */
    List<Rows> ranges(List<Range> ranges);

    /**
     * Reads the rows of several ranges in one snapshot, as one SQL statement does, without waiting.
     *
     * @return the rows of each range, in the order of the ranges. Fails as {@link #rangeAsync} does, and with {@link
     *     TooLargeException} if several ranges exceed 1,200 bytes in total
     */
    CompletionStage<List<Rows>> rangesAsync(List<Range> ranges);
}
