// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.diary;

/** A cursor that no page has given; the API answers 400. */
public final class BadCursorException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BadCursorException(String cursor) {
        super("'" + cursor + "' is no cursor. Use the value of 'next' of the page before.");
    }
}
