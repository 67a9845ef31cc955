// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** What a client is doing as a whole. */
public enum ClientState {
    /** No attempt to reach the server has ended yet. */
    STARTING,
    /** Connected; lookups go through. */
    READY,
    /** The server cannot be reached at the moment; trying again. */
    UNREACHABLE,
    /**
     * The server can be reached but must not be used: no plugin, not listening, untested line, not the same server, or settings
     * under which it reads otherwise than SQL. Asked again after seconds at first, later once a minute.
     */
    NOT_USABLE,
    /** All connections were closed because no lookup was made for a while; the next one connects again. */
    IDLE,
    /** Drained by {@link HandlerSocketClient#drain()} or by {@code handlersocket_drain}. */
    DRAINED,
    /** Closed for good. */
    CLOSED
}
