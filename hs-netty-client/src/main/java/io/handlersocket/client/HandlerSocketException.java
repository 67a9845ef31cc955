// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * A lookup that has no answer. Unchecked, sealed and few: {@link #fate()} says what became of the request and
 * {@link #retryable()} whether asking again can help. Messages name server, index, code and limit, never values of rows.
 */
public abstract sealed class HandlerSocketException extends RuntimeException
        permits UnavailableException,
                RefusedException,
                TooLargeException,
                RequestTimeoutException,
                ConnectionLostException,
                ServerErrorException,
                ProtocolException {

    private static final long serialVersionUID = 1L;

    /** What became of the request. */
    public enum Fate {
        /** Nothing was sent. */
        NOT_SENT,
        /** It was, or may have been, sent; no answer came. */
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

    /** What became of the request. */
    public Fate fate() {
        return fate;
    }

    /** Whether the same request may succeed later without anything being changed by hand. */
    public boolean retryable() {
        return retryable;
    }
}
