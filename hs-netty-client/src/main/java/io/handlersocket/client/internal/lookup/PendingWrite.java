// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.WriteResult;
import java.util.concurrent.CompletableFuture;

/** One write that somebody waits for. Never completes exceptionally. */
final class PendingWrite {

    private final CompletableFuture<WriteResult> result = new CompletableFuture<>();
    private final DefaultWriteIndex index;
    private final WriteTable table;
    private final PreparedWrite write;
    private final long startNanos = System.nanoTime();

    /** @param table what the write was made ready for */
    PendingWrite(DefaultWriteIndex index, WriteTable table, PreparedWrite write) {
        this.index = index;
        this.table = table;
        this.write = write;
    }

    /** What becomes of it; keeps nothing of the write. */
    CompletableFuture<WriteResult> result() {
        return result;
    }

    /** Tells who waits. */
    void complete(WriteResult value) {
        result.complete(value);
    }

    DefaultWriteIndex index() {
        return index;
    }

    WriteTable table() {
        return table;
    }

    WriteShape shape() {
        return write.shape();
    }

    int bytes() {
        return write.bytes();
    }

    /** It was not sent. */
    void refuse(HandlerSocketException why) {
        complete(new WriteResult.Refused(why));
    }

    /** Whether it has waited for so long. */
    boolean isOver(long nowNanos, long timeoutNanos) {
        return nowNanos - startNanos >= timeoutNanos;
    }

    /** It waited too long, and was not sent. */
    void refuseLate() {
        refuse(new RequestTimeoutException(
                index + ": not sent within the write timeout: not connected, or those before it are not answered",
                false));
    }

    WriteRequest request(OpenedIndex opened, long nowNanos, long timeoutNanos) {
        if (write.line() == null) {
            throw new AssertionError("no row has this key");
        }
        return new WriteRequest(
                opened, write.kind(), write.line().apply(opened.wire().id()), nowNanos, timeoutNanos);
    }
}
