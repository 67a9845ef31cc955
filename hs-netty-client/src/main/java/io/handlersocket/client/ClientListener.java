// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.TableName;

/**
 * Hears what a client does. Every method does nothing by default, may be called from any of the client's threads, and must
 * neither block nor throw.
 */
public interface ClientListener {

    /** Hears and does nothing. */
    ClientListener SILENT = new ClientListener() {};

    /**
     * The state changed.
     *
     * @param reason in words for an operator; empty when READY
     */
    default void stateChanged(ClientState before, ClientState now, String reason) {}

    /** An authenticated connection is there. */
    default void opened(Endpoint endpoint) {}

    /** A connection ended. */
    default void closed(Endpoint endpoint, String reason) {}

    /**
     * A lookup ended.
     *
     * @param nanos since it was asked for
     * @param batch requests that were written together with it
     */
    default void completed(IndexSpec index, long nanos, int batch, boolean failed) {}

    /** A table or index was refused. */
    default void refused(IndexSpec index, String reason) {}

    /**
     * All connections were closed so that somebody gets his lock.
     *
     * @param table the table concerned
     */
    default void quarantined(TableName table) {}
}
