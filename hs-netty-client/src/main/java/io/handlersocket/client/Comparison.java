// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

/** How a value of a row is compared with a value that is given. */
public enum Comparison {
    EQUAL("="),
    NOT_EQUAL("!="),
    LESS("<"),
    LESS_OR_EQUAL("<="),
    GREATER(">"),
    GREATER_OR_EQUAL(">=");

    private final String word;

    Comparison(String word) {
        this.word = word;
    }

    /** The operator on the wire, which is SQL's. */
    public String word() {
        return word;
    }

    /** Whether an index is walked downwards by it. */
    public boolean isDescending() {
        return this == LESS || this == LESS_OR_EQUAL;
    }
}
