// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import org.jspecify.annotations.Nullable;

/** The connection ended before the answer came. A lookup changes nothing, so it may be sent again. */
public final class ConnectionLostException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway") // Throwable's cause is nullable, but not annotated
    public ConnectionLostException(String message, @Nullable Throwable cause) {
        super(message, cause, Fate.UNKNOWN, true);
    }
}
