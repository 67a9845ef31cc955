// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import java.util.concurrent.CompletableFuture;

/** A connection on which indexes are open: shared or direct. */
public interface ServerConnection {

    /**
     * Opens an index under its id. From now on, lookups of the index that had the id before are refused. Any thread.
     *
     * @return true; fails with {@link io.handlersocket.client.ServerErrorException} if the server refuses
     */
    CompletableFuture<Boolean> open(WireIndex index, long timeoutNanos);

    /** Checks with a lookup that the server answers. Any thread. */
    CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts);

    /** Returns roughly the number of requests in flight. Any thread. */
    int inFlight();

    /** Returns whether the connection is closed. Any thread. */
    boolean isClosed();

    /** Closes the connection soon if it has no requests. Any thread. */
    void closeIfFree(String reason);

    /** Closes the connection and fails its requests. Any thread. */
    void close(String reason);
}
