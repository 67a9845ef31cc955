// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** The server sent what no server should. The connection was closed, because replies are matched by order alone. */
public final class ProtocolException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
        super(message, Fate.UNKNOWN, true);
    }
}
