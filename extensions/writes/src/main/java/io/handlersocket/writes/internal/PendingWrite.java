// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes.internal;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.internal.lookup.OpenedIndex;
import io.handlersocket.writes.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A checked and encoded write that waits until its target is open. Its values were encoded for a definition of the
 * table; {@code newest} receives the one with which it is open. The encoder makes the line, of at most {@code
 * maxBytes}, for an index id. The result never fails.
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

    /** What the server answers to a successful write. */
    enum Answer {
        /** A generated id, or nothing. */
        GENERATED_ID,
        /** The number of changed rows. */
        ROW_COUNT,
        /** The row before the change. */
        OLD_ROW
    }

    PendingWrite(
            WriteTable table,
            Consumer<WriteTable> newest,
            WriteTarget target,
            Answer answer,
            int maxBytes,
            IntFunction<byte[]> encoder,
            long startNanos) {
        this(table, newest, target, answer, maxBytes, encoder, startNanos, new CompletableFuture<>());
    }

    /** Completes a write that was not sent. */
    void refuse(HandlerSocketException reason) {
        result.complete(new WriteResult.Refused(reason));
    }

    /** Reports the definition with which the table is open; returns whether the encoded values mean the same in it. */
    boolean reportAndMatch(WriteTable opened) {
        newest.accept(opened);
        return opened.isSame(table);
    }

    boolean hasWaited(long nowNanos, long nanos) {
        return nowNanos - startNanos >= nanos;
    }

    byte[] line(int indexId) {
        return encoder.apply(indexId);
    }

    /** Encodes the line. The timeout of the answer starts now. */
    WriteRequest request(OpenedIndex opened, long nowNanos, long timeoutNanos) {
        return new WriteRequest(opened, answer, line(opened.wire().id()), nowNanos, timeoutNanos);
    }
}
