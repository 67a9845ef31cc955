// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** Thrown when the client cannot send a request now. A later request may succeed, unless the client is closed. */
public final class UnavailableException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    /** The reason why the client sent nothing. */
    public enum Reason {
        /** The client is not connected, or SQL does not answer. */
        NOT_CONNECTED,
        /** The index is not open; the client opens it again. */
        NOT_OPEN,
        /**
         * The client has closed the index to keep others open, because more indexes are in use than it keeps open at
         * once. This lookup makes it open the index again, and close another one.
         */
        EVICTED,
        /** The client had closed its connections because it was idle. This lookup makes it connect again. */
        IDLE,
        /** This client is drained, or a {@link DrainLock} drains all clients of the server. */
        DRAINED,
        /** The client does not read the table for now, because a session waited for a lock on it. */
        QUARANTINED,
        /** The queue of requests is full. */
        WINDOW_FULL,
        /** The circuit breaker is open because the last lookups failed; the client sends a probe every second. */
        CIRCUIT_OPEN,
        /** The client must not use the server; see {@link ClientState#NOT_USABLE}. */
        NOT_USABLE,
        /** The server is not, or no longer, proven to be the one that may answer. */
        FENCED,
        /**
         * Only one replica may answer, because SQL in its place would read there, and it cannot answer now. Only an
         * integration asks for such reads.
         */
        NO_REPLICA,
        /** The client is closed. */
        CLOSED
    }

    private final Reason reason;

    public UnavailableException(Reason reason, String message) {
        super(message, Fate.NOT_SENT, reason != Reason.CLOSED);
        this.reason = reason;
    }

    @Override
    HandlerSocketException copy(String message) {
        return new UnavailableException(reason, message);
    }

    /** Returns the reason why the client sent nothing. */
    public Reason reason() {
        return reason;
    }
}
