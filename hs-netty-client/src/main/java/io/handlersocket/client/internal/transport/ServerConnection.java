// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.concurrent.CompletableFuture;

/** A socket on which indexes are open: one that all threads share, or one that a blocking caller has to itself. */
public interface ServerConnection {

    /**
     * Opens an index under its id; lookups of whatever had the id before are refused from here on. Any thread.
     *
     * @return true; fails with {@link io.handlersocket.client.ServerErrorException} if the server refuses
     */
    CompletableFuture<Boolean> open(WireIndex index, long timeoutNanos);

    /** Sends a lookup only to see that the server works. Any thread. */
    CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts);

    /** Requests sent and not answered, as last seen. Any thread. */
    int inFlight();

    /** Whether the socket is given up. Any thread. */
    boolean isClosed();

    /** Closes the socket if it holds nothing, and soon rather than now; nothing fails for it. Any thread. */
    void closeIfFree(String reason);

    /** Closes the socket and fails all it holds. Any thread. */
    void close(String reason);
}
