// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Thrown when a reply is malformed or unexpected. The client closes the connection, because only their order matches
 * replies with requests.
 */
public final class ProtocolException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
        super(message, Fate.UNKNOWN, true);
    }

    @Override
    HandlerSocketException copy(String message) {
        return new ProtocolException(message);
    }
}
