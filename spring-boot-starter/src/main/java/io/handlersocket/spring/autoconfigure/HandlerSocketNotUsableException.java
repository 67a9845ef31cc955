// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

/** Stops the start of an application with {@code handlersocket.startup=fail} if HandlerSocket cannot be used. */
final class HandlerSocketNotUsableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    HandlerSocketNotUsableException(String reason) {
        super(reason);
    }
}
