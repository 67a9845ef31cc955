// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

/** The server was reached over SQL, but must not be read over HandlerSocket; the message is for an operator. */
final class NotUsableException extends Exception {

    private static final long serialVersionUID = 1L;

    NotUsableException(String message) {
        super(message);
    }
}
