// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import org.jspecify.annotations.Nullable;

/**
 * Signals that the connection ended before the answer came. A lookup changes nothing, so it may be sent again.
 *
 * @since 0.1
 */
public final class ConnectionLostException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("NullAway") // Throwable's cause is nullable, but not annotated
    public ConnectionLostException(String message, @Nullable Throwable cause) {
        super(message, cause, Fate.UNKNOWN, true);
    }
}
