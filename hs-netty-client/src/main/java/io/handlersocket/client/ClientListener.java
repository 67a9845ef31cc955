// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.TableName;
import java.time.Duration;

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

    /**
     * A lookup was not sent although it could have been: too many waited already, or it waited until its time was over. It is
     * told to {@link #completed} as well.
     *
     * @param reason which option bounds it
     */
    default void rejected(IndexSpec index, String reason) {}

    /** A table or index was refused. */
    default void refused(IndexSpec index, String reason) {}

    /**
     * All connections were closed so that somebody gets his lock.
     *
     * @param table the table concerned
     */
    default void quarantined(TableName table) {}

    /**
     * All connections were closed on purpose, and with them all tables: for somebody who waits for a lock, for whoever holds
     * {@code handlersocket_drain}, by the application, because SQL reaches another server or the DDL guard sees nothing, or
     * because no lookup was made for a while.
     *
     * @param why in words for an operator
     */
    default void drained(String why) {}

    /**
     * Connections are missing and will be made.
     *
     * @param attempt 1 for the first since everything was well
     * @param delay until then; zero for at once
     */
    default void reconnecting(int attempt, Duration delay) {}
}
