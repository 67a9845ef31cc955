// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** The state of a client. */
public enum ClientState {
    /** The first attempt to reach the server has not ended. */
    STARTING,
    /** The client is connected and sends lookups. */
    READY,
    /** The server cannot be reached. The client keeps trying. */
    UNREACHABLE,
    /**
     * The client must not use the server. The server has no plugin, does not listen, is of an untested line, is not the
     * one that SQL reaches, or has settings under which it reads differently from SQL. The client checks again, first
     * after seconds, later once a minute.
     */
    NOT_USABLE,
    /** All connections are closed because there was no lookup for a while. The next lookup makes the client connect. */
    IDLE,
    /** All connections are closed by {@link HandlerSocketClient#drain()} or by a {@link DrainLock}. */
    DRAINED,
    /** The client is closed permanently. */
    CLOSED
}
