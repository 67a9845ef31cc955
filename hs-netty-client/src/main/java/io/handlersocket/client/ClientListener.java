// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.TableName;
import java.time.Duration;

/**
 * Receives a client's events. Every method does nothing by default. The client may call any method on any of its
 * threads, so a listener is thread-safe and does not block. The client logs an exception of a listener once per class.
 */
public interface ClientListener {

    /**
     * Called when the client's state, or only its reason, has changed.
     *
     * @param reason a text for operators; for READY it names the endpoint and the server
     */
    default void stateChanged(ClientState before, ClientState now, String reason) {}

    /** Called when a connection is authenticated and serves lookups. */
    default void opened(Endpoint endpoint) {}

    /** Called when a connection has ended; each call follows a call of {@link #opened}. */
    default void closed(Endpoint endpoint, String reason) {}

    /**
     * Called when a lookup has ended.
     *
     * @param nanos nanoseconds since the caller submitted the lookup
     * @param batch the number of requests in its batch
     */
    default void completed(IndexSpec index, long nanos, int batch, boolean failed) {}

    /**
     * Called when a lookup was not sent because the queue was full or its deadline passed in the queue. A call of
     * {@link #completed} follows.
     *
     * @param reason a text for operators; names the option that sets the limit
     */
    default void rejected(IndexSpec index, String reason) {}

    /** Called when a table or index was refused. */
    default void refused(IndexSpec index, String reason) {}

    /** Called when all connections were closed because a session waits for a lock on this table. */
    default void quarantined(TableName table) {}

    /**
     * Called when all connections were closed on purpose, so that the server releases all tables. A session waits for a
     * lock or holds {@code handlersocket_drain}, the application drains, SQL reaches another server, the DDL guard
     * cannot check, or the client is idle.
     *
     * @param reason a text for operators
     */
    default void drained(String reason) {}

    /**
     * Called when connections are missing and the client will connect again.
     *
     * @param attempt 1 for the first attempt since all connections existed
     * @param delay the time until the attempt; zero for at once
     */
    default void reconnecting(int attempt, Duration delay) {}
}
