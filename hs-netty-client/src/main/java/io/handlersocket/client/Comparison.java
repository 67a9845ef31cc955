// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** Compares a value of a row with a given value. */
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

    /** Returns whether a range with this comparison reads the index downwards. */
    public boolean isDescending() {
        return this == LESS || this == LESS_OR_EQUAL;
    }

    /** Returns the SQL operator. */
    @Override
    public String toString() {
        return operator;
    }
}
