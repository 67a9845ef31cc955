// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Changes rows of a table by the key of one unique index. Thread-safe, and valid across reconnects.
 *
 * <p>The client sends the writes of all threads in batches, and the next batch when the last is answered. A batch is
 * not a transaction: each write has its own {@link WriteResult}, and writes of other callers may come between those
 * of one call.
 *
 * @since 0.1
 */
public interface WriteIndex {

    /** The definition of the table by which the client last checked or opened it. */
    Table table();

    /** The index whose keys name rows. */
    IndexDefinition definition();

    /**
     * Sends a write and waits for its result, at most twice {@link WriteOptions#timeout()}. An interrupt does not
     * shorten the wait and stays set.
     *
     * @throws IllegalArgumentException if a column does not exist, or cannot hold its value exactly
     * @throws UndecidableValueException if only SQL can tell which rows a key matches, or what it would store
     * @throws RefusedException if the write could have another effect in SQL
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #writeAsync} there
     */
    WriteResult write(Write write);

    /**
     * Sends a write; does not block.
     *
     * @return the result; the stage never fails. Cancelling it only ends the wait, and the write may still be applied
     * @throws IllegalArgumentException as {@link #write}
     * @throws RefusedException as {@link #write}
     */
    CompletionStage<WriteResult> writeAsync(Write write);

    /**
     * Sends several writes and waits for their results, at most twice {@link WriteOptions#timeout()}; see {@link
     * #writeAllAsync}.
     *
     * @throws IllegalArgumentException as {@link #write}; nothing is sent
     * @throws RefusedException as {@link #write}; nothing is sent
     * @throws IllegalStateException if called on one of the client's own threads; use {@link #writeAllAsync} there
     */
    List<WriteResult> writeAll(List<? extends Write> writes);

    /**
     * Sends several writes in this order; does not block. A write that is refused or unknown does not keep the others
     * from being applied.
     *
     * @return one result for each write, in the same order; the stage never fails
     * @throws IllegalArgumentException as {@link #write}; nothing is sent
     * @throws RefusedException as {@link #write}; nothing is sent
     */
    CompletionStage<List<WriteResult>> writeAllAsync(List<? extends Write> writes);
}
