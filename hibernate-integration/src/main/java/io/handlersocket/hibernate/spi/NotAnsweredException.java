// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

/** Says why one of the routes cannot repeat a read now. The message shows no values. */
public final class NotAnsweredException extends Exception {

    private static final long serialVersionUID = 1L;

    public NotAnsweredException(String reason) {
        super(reason);
    }
}
