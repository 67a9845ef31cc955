// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

/** HandlerSocket cannot be used, and {@code handlersocket.startup=fail} says that the application needs it. */
final class HandlerSocketNotUsableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String remedy;

    HandlerSocketNotUsableException(StateLog.Outage outage) {
        super(outage.description());
        remedy = outage.remedy();
    }

    /** What to do about it. */
    String remedy() {
        return remedy;
    }
}
