// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Thrown when a request has no answer. {@link #fate()} says what became of the request, and {@link #retryable()}
 * whether a retry can succeed. Messages name server, index, code and limit, and contain no key or value of a row.
 *
 * <p>A blocking method throws an exception with the caller's stack trace; its cause is the original exception if
 * another thread detected the failure.
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

    /** The fate of a request. */
    public enum Fate {
        /** The client did not send it. */
        NOT_SENT,
        /** The client sent it, or may have sent it, and received no answer. */
        UNKNOWN,
        /** The server answered with an error. */
        ANSWERED
    }

    private final Fate fate;
    private final boolean retryable;

    HandlerSocketException(String message, Fate fate, boolean retryable) {
        super(message);
        this.fate = fate;
        this.retryable = retryable;
    }

    /**
     * Returns an exception of the same class, message and fate with the stack trace of the calling thread, caused by
     * this one. For a caller that waits for a result of another thread.
     */
    public final HandlerSocketException inCaller() {
        HandlerSocketException copy = copy(String.valueOf(getMessage()));
        copy.initCause(this);
        return copy;
    }

    abstract HandlerSocketException copy(String message);

    /** Returns what became of the request. */
    public Fate fate() {
        return fate;
    }

    /** Returns whether the same request may succeed later without a change by an operator or a programmer. */
    public boolean retryable() {
        return retryable;
    }
}
