// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import org.jspecify.annotations.Nullable;

/** Thrown when the connection ends before the reply arrives. A lookup can be repeated, because it changes nothing. */
public final class ConnectionLostException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    public ConnectionLostException(String message, @Nullable Throwable cause) {
        super(message, Fate.UNKNOWN, true);
        if (cause != null) {
            initCause(cause);
        }
    }

    @Override
    HandlerSocketException copy(String message) {
        return new ConnectionLostException(message, null);
    }
}
