// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A table whose rows can be changed by the key of one unique index; shared by all threads, and valid across reconnects.
 *
 * <p>Writes of all threads leave together, and the next when all of those are answered. Nothing about that is a
 * transaction: each has its own {@link WriteResult}, and other writes come between those of one call.
 *
 * @since 0.1
 */
public interface WriteIndex {

    /** The table as it was last read from the catalogue. */
    Table table();

    /** The index whose keys are meant. */
    IndexDefinition definition();

    /**
     * Sends one write and waits for what becomes of it, twice {@link WriteOptions#timeout()} at most.
     *
     * @throws IllegalArgumentException if a column is not there, or a value does not fit its column, exactly and in
     *     advance
     * @throws UndecidableValueException if only SQL can tell which rows a key matches, or what it would store
     * @throws RefusedException if this write could end differently than in SQL
     * @throws IllegalStateException if called on one of the client's own I/O threads, which must not wait
     */
    WriteResult write(Write write);

    /**
     * Sends one write.
     *
     * @return never fails
     * @throws IllegalArgumentException as {@link #write}
     * @throws RefusedException as {@link #write}
     */
    CompletionStage<WriteResult> writeAsync(Write write);

    /** Sends several writes and waits for what becomes of each; see {@link #writeAllAsync}. */
    List<WriteResult> writeAll(List<? extends Write> writes);

    /**
     * Sends several writes, in this order. One that is refused or unknown does not keep the others from being applied.
     *
     * @return one result for each, in their order; never fails
     * @throws IllegalArgumentException as {@link #write}; none is sent then
     * @throws RefusedException as {@link #write}; none is sent then
     */
    CompletionStage<List<WriteResult>> writeAllAsync(List<? extends Write> writes);
}
