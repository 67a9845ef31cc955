// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Signals that a request has no answer. {@link #fate()} says what became of the request, and {@link #retryable()}
 * whether asking again can help. Messages name server, index, code and limit, never values of rows.
 *
 * @since 0.1
 */
public abstract sealed class HandlerSocketException extends RuntimeException
        permits UnavailableException,
                RefusedException,
                UndecidableValueException,
                TooLargeException,
                RequestTimeoutException,
                ConnectionLostException,
                ServerErrorException,
                ProtocolException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what became of a request.
     *
     * @since 0.1
     */
    public enum Fate {
        /** Nothing was sent. */
        NOT_SENT,
        /** It was sent, or may have been, and no answer came. */
        UNKNOWN,
        /** The server answered with an error. */
        ANSWERED
    }

    private final Fate fate;
    private final boolean retryable;

    HandlerSocketException(String message, Throwable cause, Fate fate, boolean retryable) {
        super(message, cause);
        this.fate = fate;
        this.retryable = retryable;
    }

    HandlerSocketException(String message, Fate fate, boolean retryable) {
        super(message);
        this.fate = fate;
        this.retryable = retryable;
    }

    /** Returns what became of the request. */
    public Fate fate() {
        return fate;
    }

    /** Returns whether the same request may succeed later without any manual change. */
    public boolean retryable() {
        return retryable;
    }
}
