// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** Nothing was sent, because lookups cannot be sent now. They can be again later, unless the client was closed. */
public final class UnavailableException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    /** Why nothing was sent. */
    public enum Reason {
        /** The server has not been reached yet, or not again. */
        NOT_CONNECTED,
        /** The index is not open at this moment. */
        NOT_OPEN,
        /** All connections were closed because no lookup was made for a while; this one made the client connect again. */
        IDLE,
        /** The client, or the whole fleet by {@code handlersocket_drain}, is drained. */
        DRAINED,
        /** Somebody waits for a lock on the table; lookups stand back. */
        QUARANTINED,
        /** Too many requests wait already. */
        WINDOW_FULL,
        /** The server did not answer the last lookups; it is asked again every second. */
        CIRCUIT_OPEN,
        /** The server must not be used: no plugin, not listening, untested line, or not the server SQL reaches. */
        NOT_USABLE,
        /** The client is closed. */
        CLOSED
    }

    private final Reason reason;

    public UnavailableException(Reason reason, String message) {
        super(message, Fate.NOT_SENT, reason != Reason.CLOSED);
        this.reason = reason;
    }

    /** Why nothing was sent. */
    public Reason reason() {
        return reason;
    }
}
