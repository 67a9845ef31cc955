// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Signals a malformed or unexpected reply. The connection was closed, because replies are matched by their order alone.
 *
 * @since 0.1
 */
public final class ProtocolException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
        super(message, Fate.UNKNOWN, true);
    }
}
