// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import org.jspecify.annotations.Nullable;

/** A hold needs an SQL session of its own at the node, and the DataSource gives none now. Nothing was sent. */
public final class NoSessionException extends Exception {

    private static final long serialVersionUID = 1L;

    NoSessionException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
