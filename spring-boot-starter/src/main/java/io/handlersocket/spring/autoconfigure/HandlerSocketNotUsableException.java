// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

/** HandlerSocket cannot be used, and {@code handlersocket.startup=fail} says that the application needs it. */
final class HandlerSocketNotUsableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HandlerSocketNotUsableException(String reason) {
        super(reason);
    }
}
