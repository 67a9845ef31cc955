// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** Thrown when no answer arrives within the request timeout. {@link #fate()} says whether the request was sent. */
public final class RequestTimeoutException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    public RequestTimeoutException(String message, boolean sent) {
        super(message, sent ? Fate.UNKNOWN : Fate.NOT_SENT, true);
    }

    @Override
    HandlerSocketException copy(String message) {
        return new RequestTimeoutException(message, fate() != Fate.NOT_SENT);
    }
}
