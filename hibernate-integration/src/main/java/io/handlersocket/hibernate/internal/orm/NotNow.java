// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

/** Ends an attempt over HandlerSocket before anything was done; never leaves this package. */
final class NotNow extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotNow(String reason) {
        super(reason, null, false, false);
    }

    /** Why JDBC has to answer. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
