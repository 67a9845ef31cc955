// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.Column;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;

/**
 * An index that can be looked up by key; shared by all threads, and valid across reconnects and changes of the table. Only when
 * the index itself changes, its columns or their order, are lookups refused: {@link HandlerSocketClient#index} then gives a new
 * handle.
 *
 * <p><b>Keys.</b> One value per index part, in index order, of the part's natural Java type or one that converts without loss
 * (any integer type for integer columns, {@code LocalDateTime} for DATETIME, {@code byte[]} for BINARY, …). A value of the
 * right type that no row could hold (out of range, too long) or {@code null} gives no row without asking the server, as the same
 * comparison in SQL would. A value of another type is an {@link IllegalArgumentException} that names column and type; so is a
 * value whose comparison only SQL can decide, such as text that the column's character set lacks.
 *
 * <p><b>Rows</b> are those committed at the moment the server reads them, as SQL at READ COMMITTED would give.
 */
public interface Index {

    /** The spec this handle was opened by. */
    IndexSpec spec();

    /**
     * The table as it was read from the catalogue when the index was last opened. Each opening gives another object, equal where
     * the table is: a lookup was answered by this definition if the same object is returned before it and after it.
     */
    Table table();

    /** The index as it was when this handle was made, and as its keys are understood. */
    IndexDefinition definition();

    /** The columns of this handle's rows, in their order. */
    List<Column> columns();

    /**
     * Whether a lookup sent now would reach the server. A hint: it may change before the next call. Of a client that closed its
     * connections because no lookup was made for a while, this asks as a lookup does: it connects again.
     */
    boolean isOpen();

    /**
     * Reads the row with this key, waiting at most the request timeout.
     *
     * @param key one value per part of the index, which must be unique
     * @return the row, or empty if there is none
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     * @throws HandlerSocketException if the lookup could not be answered; {@link HandlerSocketException#fate()} says more
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #findAsync} there
     */
    Optional<Row> find(Object... key);

    /**
     * Reads the row with this key.
     *
     * <p>Stages that depend on the result run on the client's I/O thread unless an executor was given to the builder: they
     * must not block. Cancelling the stage only ends the wait; {@link HandlerSocketClient} says more of both.
     *
     * @param key one value per part of the index, which must be unique
     * @return fails with {@link HandlerSocketException}; never blocks
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     */
    CompletionStage<Optional<Row>> findAsync(Object... key);

    /**
     * Reads the rows with these keys, waiting at most the request timeout; see {@link #findAllAsync}.
     *
     * @throws HandlerSocketException if one of the lookups could not be answered
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #findAllAsync} there
     */
    List<Optional<Row>> findAll(Collection<?> keys);

    /**
     * Reads the rows with these keys in as few requests as can be.
     *
     * <p>Keys of one part that is a number, a date or binary are read by one request, and so from one snapshot, as far as they
     * fit into 15 kB. Text keys, keys of several parts and what goes beyond are lookups of their own, which leave together but
     * which other commits may come between.
     *
     * @param keys each a value, or a {@link Key} if the index, which must be unique, has several parts
     * @return for each key, in the order given and as often as given, its row or empty
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     */
    CompletionStage<List<Optional<Row>>> findAllAsync(Collection<?> keys);

    /**
     * Reads one page of rows in index order, waiting at most the request timeout; see {@link #rangeAsync}.
     *
     * @throws HandlerSocketException if it could not be answered
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #rangeAsync} there
     */
    List<Row> range(Range range);

    /**
     * Reads one page of rows in index order. All of them are from one snapshot.
     *
     * @return the rows, at most {@link Range#limit()} of them
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     * @throws RefusedException if SQL might order or compare the rows differently: parts of type ENUM, SET or DOUBLE, descending
     *     parts, or a bound that the column cannot hold
     */
    CompletionStage<List<Row>> rangeAsync(Range range);

    /**
     * Reads all rows of a range in index order, page by page, as they are taken; each page is waited for at most the request
     * timeout. The stream is sequential, holds one page, and needs no closing.
     *
     * <p><b>What it shows.</b> Each page is a snapshot of its own, so the whole is none: a row that is there from beginning to
     * end and keeps its key comes exactly once; one that is inserted, deleted or gets another key meanwhile comes as it was, as
     * it is, or not at all, and one whose key moves ahead may come twice. Rows with equal keys come in the order of the primary
     * key.
     *
     * @param range whose limit is the most rows of one page, and no bound on the whole
     * @return throws, as rows are taken, {@link RefusedException} also if the index is not unique and the table is not InnoDB or
     *     has no primary key: what orders rows with equal keys is not known then; and {@link HandlerSocketException} if a page
     *     could not be read, after which it cannot go on
     */
    Stream<Row> stream(Range range);

    /**
     * Reads all rows of a range as they are requested, as {@link #stream} does; one page is held, and none is read while none is
     * requested. Every subscriber reads the range for itself.
     *
     * <p>Signals come on the client's I/O thread, unless an executor was given to the builder, or on the thread that requests:
     * subscribers must not block.
     */
    Flow.Publisher<Row> publish(Range range);

    /**
     * Reads rows of several ranges at one moment, waiting at most the request timeout; see {@link #rangesAsync}.
     *
     * @throws HandlerSocketException if it could not be answered
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #rangesAsync} there
     */
    List<Rows> ranges(List<Range> ranges);

    /**
     * Reads rows of several ranges at one moment: all are from one snapshot, as those of one SQL statement are.
     *
     * @return for each range, in their order, its rows, and whether it had as many as its limit allows; fails with {@link
     *     TooLargeException} if the ranges are together longer than 16 kB, or 1,200 bytes to another
     *     machine or over TLS, and as {@link #rangeAsync} does
     * @throws IllegalArgumentException if the number or a type of the values does not fit
     */
    CompletionStage<List<Rows>> rangesAsync(List<Range> ranges);
}
