// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.hibernate.JdbcReason.Kind;
import org.jspecify.annotations.Nullable;

/** Reasons of loads for which both routes are right, and which therefore take the cheaper one. */
public enum CostCode implements ReasonCode {
    JDBC_CHEAPER("JDBC takes {} for this statement, HandlerSocket {}"),
    MEASURED("the load measures how long JDBC takes");

    private final String text;

    CostCode(String text) {
        this.text = text;
    }

    @Override
    public Kind kind() {
        return Kind.COST;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public @Nullable String remedy() {
        return null;
    }
}
