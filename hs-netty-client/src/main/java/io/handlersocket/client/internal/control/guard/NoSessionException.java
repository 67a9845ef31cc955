// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import org.jspecify.annotations.Nullable;

/** The DataSource gives no session of the node for a hold. No opening was sent. */
public final class NoSessionException extends Exception {

    private static final long serialVersionUID = 1L;

    NoSessionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
