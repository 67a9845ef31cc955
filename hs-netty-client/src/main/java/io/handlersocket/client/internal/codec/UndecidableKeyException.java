// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.codec;

/**
 * A key of the right type that only SQL can look up: whether a row equals it depends on rules of the server or the
 * driver that are not rebuilt here, or SQL answers with an error. Messages name the column and never the value.
 */
final class UndecidableKeyException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    UndecidableKeyException(String message) {
        super(message);
    }
}
