// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import io.handlersocket.client.catalog.TableName;
import java.time.Duration;

/**
 * Hears what a client does. Every method does nothing by default, may be called on any of the client's threads, and
 * must neither block nor throw.
 *
 * @since 0.1
 */
public interface ClientListener {

    /**
     * Hears that the client's state changed.
     *
     * @param reason in words for an operator; empty when READY
     */
    default void stateChanged(ClientState before, ClientState now, String reason) {}

    /** Hears that a connection was made and authenticated. */
    default void opened(Endpoint endpoint) {}

    /** Hears that a connection ended. */
    default void closed(Endpoint endpoint, String reason) {}

    /**
     * Hears that a lookup ended.
     *
     * @param nanos nanoseconds since the lookup was asked for
     * @param batch requests that were written together with it
     */
    default void completed(IndexSpec index, long nanos, int batch, boolean failed) {}

    /**
     * Hears that a lookup was not sent: too many were waiting already, or it waited until its timeout. {@link
     * #completed} follows.
     *
     * @param reason names the option that sets the limit
     */
    default void rejected(IndexSpec index, String reason) {}

    /** Hears that a table or index was refused. */
    default void refused(IndexSpec index, String reason) {}

    /** Hears that all connections were closed because a session waits for a lock on this table. */
    default void quarantined(TableName table) {}

    /**
     * Hears that all connections, and with them all tables, were closed on purpose: a session waits for a lock or holds
     * {@code handlersocket_drain}, the application drains, SQL reaches another server, the DDL guard cannot look, or
     * the client is idle.
     *
     * @param why in words for an operator
     */
    default void drained(String why) {}

    /**
     * Hears that connections are missing and will be made.
     *
     * @param attempt 1 for the first since all connections were there
     * @param delay until the attempt; zero for at once
     */
    default void reconnecting(int attempt, Duration delay) {}
}
