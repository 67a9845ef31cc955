// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** Reads that must come from one snapshot are together longer than what the server surely reads at once. */
public final class TooLargeException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    public TooLargeException(String message) {
        super(message, Fate.NOT_SENT, false);
    }
}
