// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Thrown when the client does not send a request because its answer could differ from SQL's or the server could be
 * harmed. Use SQL instead.
 */
public final class RefusedException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    public RefusedException(String message) {
        super(message, Fate.NOT_SENT, false);
    }

    @Override
    HandlerSocketException copy(String message) {
        return new RefusedException(message);
    }
}
