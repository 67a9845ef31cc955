// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ConnectionLostException;
import java.util.concurrent.CompletableFuture;

/** A connection on which indexes are open: shared or direct. Any thread. */
public interface ServerConnection {

    /**
     * The linger time that makes close() send a reset. The server misses a regular end that arrives together with a
     * request: its edge-triggered epoll reports one event, and it reads only the request. Such a connection keeps its
     * tables open, against DDL, until {@code handlersocket_timeout}. Found by experiment.
     */
    int ABORT = 0;

    /** Returns an exception that says what ended a connection; not every cause has a message. */
    static ConnectionLostException lost(Object connection, Throwable cause) {
        Object why = cause.getMessage() == null ? cause : cause.getMessage();
        return new ConnectionLostException(connection + ": " + why, cause);
    }

    /**
     * Opens an index under its id. From now on, lookups of the index that had the id before are refused. The calling
     * thread may be blocked for the given time.
     *
     * <p>The answer has no deadline, because the caller must hold the table until it has come. So the socket stays open
     * for it after the connection is closed. The future fails with {@link io.handlersocket.client.ServerErrorException}
     * if the server refuses, with {@link io.handlersocket.client.UnavailableException} if nothing was sent, and with
     * another exception if the socket ended without an answer: the server may still be opening the table.
     */
    CompletableFuture<Boolean> open(WireIndex index, long waitNanos);

    /** Checks with a lookup that the server answers. */
    CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts);

    /** Returns roughly the number of requests in flight. */
    int inFlight();

    boolean isClosed();

    /** Closes the connection soon if it has no requests. */
    void closeIfFree(String reason);

    /** Closes the connection and fails its requests, except openings that were sent. */
    void close(String reason);
}
