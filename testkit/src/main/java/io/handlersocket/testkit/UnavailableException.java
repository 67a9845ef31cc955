// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

/** This strategy cannot give a server here; the message says why, and the next strategy is tried. */
final class UnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnavailableException(String reason) {
        super(reason);
    }
}
