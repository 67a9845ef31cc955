// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Signals that only SQL can tell which rows match a key, bound or filter value, such as text that the column's
 * character set lacks. The value has a type that the column accepts. Nothing was sent: ask SQL instead. The message
 * names the column, never the value.
 *
 * @since 0.1
 */
public final class UndecidableValueException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    public UndecidableValueException(String message) {
        super(message, Fate.NOT_SENT, false);
    }
}
