// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Signals that a request was not sent because none can be sent now. A later one may be, unless the client was closed.
 *
 * @since 0.1
 */
public final class UnavailableException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    /**
     * Says why nothing was sent.
     *
     * @since 0.1
     */
    public enum Reason {
        /** The server has not been reached yet, or not again. */
        NOT_CONNECTED,
        /** The index is not open at this moment. */
        NOT_OPEN,
        /** The client closed its connections because it was idle. This lookup made it connect again. */
        IDLE,
        /** The client, or the whole fleet by {@code handlersocket_drain}, is drained. */
        DRAINED,
        /** A session waits for a lock on the table, and the client does not read it meanwhile. */
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

    /** Returns why nothing was sent. */
    public Reason reason() {
        return reason;
    }
}
