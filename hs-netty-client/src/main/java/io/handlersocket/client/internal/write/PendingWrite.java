// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.write;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.WriteResult;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A write that is checked and encoded, and waits to be sent.
 *
 * @param table the definition that the values were encoded for
 * @param newest is told the definition by which the table is open
 * @param target what the write needs open
 * @param answer what the server answers
 * @param maxBytes an upper bound of the line's length
 * @param encoder makes the line for an index id
 * @param startNanos since when the write waits
 * @param result never fails
 */
record PendingWrite(
        WriteTable table,
        Consumer<WriteTable> newest,
        WriteTarget target,
        Answer answer,
        int maxBytes,
        IntFunction<byte[]> encoder,
        long startNanos,
        CompletableFuture<WriteResult> result) {

    /** What the server answers to a write that succeeds. */
    enum Answer {
        /** A generated id, or nothing. */
        GENERATED_ID,
        /** The number of changed rows. */
        ROW_COUNT,
        /** The changed row as it was before. */
        OLD_ROW
    }

    PendingWrite(
            WriteTable table,
            Consumer<WriteTable> newest,
            WriteTarget target,
            Answer answer,
            int maxBytes,
            IntFunction<byte[]> encoder) {
        this(table, newest, target, answer, maxBytes, encoder, System.nanoTime(), new CompletableFuture<>());
    }

    /** Completes a write that was not sent. */
    void refuse(HandlerSocketException why) {
        result.complete(new WriteResult.Refused(why));
    }

    /** Whether the encoded values mean the same in the table that is open now. */
    boolean isFor(WriteTable opened) {
        newest.accept(opened);
        return opened.isSame(table);
    }

    /** Whether the write has waited for this long. */
    boolean hasWaited(long nowNanos, long nanos) {
        return nowNanos - startNanos >= nanos;
    }

    byte[] line(int indexId) {
        return encoder.apply(indexId);
    }

    /** Encodes the line; the time for the answer starts now. */
    WriteRequest request(OpenedIndex opened, long nowNanos, long timeoutNanos) {
        return new WriteRequest(opened, answer, line(opened.wire().id()), nowNanos, timeoutNanos);
    }
}
