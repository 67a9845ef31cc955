// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.UndecidableValueException;
import io.handlersocket.client.catalog.IndexDefinition;
import io.handlersocket.client.catalog.Table;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Changes rows of a table by the key of one unique index. Thread-safe, and valid across reconnects.
 *
 * <p>The client sends the writes of all threads in batches; it sends the next batch when the last one is answered. A
 * batch is not a transaction: each write has its own {@link WriteResult}, and writes of other callers may run between
 * the writes of one call.
 *
 * <p>Before it sends anything, every method throws {@link IllegalArgumentException} if a column does not exist or
 * cannot hold its value exactly, {@link UndecidableValueException} if only SQL knows which rows a key matches or what
 * it would store, and {@link RefusedException} if the write could have another effect in SQL. {@link
 * HandlerSocketClient} describes interrupts, cancellation and the threads that must not wait.
 */
public interface WriteIndex {

    /** Returns the table's definition when the client last checked or opened it. */
    Table table();

    /** Returns the definition of the index whose keys name rows. */
    IndexDefinition definition();

    /** Sends a write and waits for its result, at most twice {@link WriteOptions#timeout()}. */
    WriteResult write(Write write);

    /**
     * Sends a write without waiting. The write may be applied even if the stage is cancelled.
     *
     * @return the result; the stage never fails
     */
    CompletionStage<WriteResult> writeAsync(Write write);

    /** Sends several writes and waits for their results, at most twice {@link WriteOptions#timeout()}. */
    List<WriteResult> writeAll(List<? extends Write> writes);

    /**
     * Sends several writes in this order, without waiting. The other writes may be applied even if one is refused or
     * unknown.
     *
     * @return one result for each write, in the same order; the stage never fails
     */
    CompletionStage<List<WriteResult>> writeAllAsync(List<? extends Write> writes);
}
