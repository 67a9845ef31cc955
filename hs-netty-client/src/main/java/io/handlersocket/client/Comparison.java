// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/**
 * Says how a value of a row is compared with a given value. Prints as SQL's operator.
 *
 * @since 0.1
 */
public enum Comparison {
    EQUAL("="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String operator;

    Comparison(String operator) {
        this.operator = operator;
    }

    /** Returns whether an index is walked downwards for this comparison. */
    public boolean isDescending() {
        return this == LESS || this == LESS_OR_EQUAL;
    }

    /** Returns the operator of SQL. */
    @Override
    public String toString() {
        return operator;
    }
}
