// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Thrown when only SQL knows which rows match a key, bound or filter value, such as text that the column's character
 * set cannot represent. The value's type fits the column. The client sends nothing; use SQL instead. The message names
 * the column and does not contain the value.
 */
public final class UndecidableValueException extends HandlerSocketException {

    private static final long serialVersionUID = 1L;

    public UndecidableValueException(String message) {
        super(message, Fate.NOT_SENT, false);
    }

    @Override
    HandlerSocketException copy(String message) {
        return new UndecidableValueException(message);
    }
}
