// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.hibernate.JdbcReason.Kind;
import org.jspecify.annotations.Nullable;

/** Reasons of a table, its indexes and columns. */
public enum TableCode implements ReasonCode {
    NO_INDEX(Kind.TABLE, "no index of {} starts with ({})", "Create the index: ALTER TABLE {} ADD INDEX ({})."),
    NO_NAMED_INDEX(
            Kind.TABLE,
            "index {} of {} does not start with ({})",
            "Create an index of these columns, or name another."),
    FEW_COLUMNS(
            Kind.TABLE,
            "{} has no index {} of {} or more plain columns",
            "Create the index, or name another; each of its columns must be an attribute."),
    NO_ORDER(Kind.TABLE, "ORDER BY {}, which no index of {} gives", TableCode.ORDERING),
    NO_ORDER_OF_PAGE(Kind.TABLE, "a page in an order that no index gives", TableCode.ORDERING),
    UNORDERED_PAGE(
            Kind.TABLE, "a LIMIT without ORDER BY, whose rows only SQL chooses", "Sort by columns of the index."),
    UNCOUNTED(
            Kind.TABLE, "a count of rows without a unique key, which SQL counts faster", "Nothing: SQL counts faster.");

    private static final String ORDERING = "Create an index of the compared columns followed by the sorted ones, all in"
            + " one direction, or sort in the application.";

    private final Kind kind;
    private final String text;
    private final @Nullable String remedy;

    TableCode(Kind kind, String text, @Nullable String remedy) {
        this.kind = kind;
        this.text = text;
        this.remedy = remedy;
    }

    @Override
    public Kind kind() {
        return kind;
    }

    @Override
    public String text() {
        return text;
    }

    @Override
    public @Nullable String remedy() {
        return remedy;
    }
}
