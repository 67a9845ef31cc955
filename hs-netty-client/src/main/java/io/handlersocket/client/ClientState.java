// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Says what a client is doing.
 *
 * @since 0.1
 */
public enum ClientState {
    /** No attempt to reach the server has ended yet. */
    STARTING,
    /** Connected; lookups go through. */
    READY,
    /** The server cannot be reached. The client keeps trying. */
    UNREACHABLE,
    /**
     * The server can be reached but must not be used: it has no plugin, does not listen, is of an untested line, is not
     * the server that SQL reaches, or has settings under which it reads differently than SQL. The client asks again, at
     * first after seconds, later once a minute.
     */
    NOT_USABLE,
    /** All connections are closed because no lookup was made for a while. The next lookup connects again. */
    IDLE,
    /** Drained by {@link HandlerSocketClient#drain()} or by {@code handlersocket_drain}. */
    DRAINED,
    /** Closed permanently. */
    CLOSED
}
