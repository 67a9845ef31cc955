// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** Thrown when reads for one snapshot are longer in total than what the server is certain to read at once. */
public final class TooLargeException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    public TooLargeException(String message) {
        super(message, Fate.NOT_SENT, false);
    }

    @Override
    HandlerSocketException copy(String message) {
        return new TooLargeException(message);
    }
}
