// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.hibernate.JdbcReason.Kind;
import org.jspecify.annotations.Nullable;

/** Reasons of a table, its indexes and columns. */
public enum TableCode implements ReasonCode {
    NO_INDEX(Kind.TABLE, "no index of {} starts with ({})", "Create the index: ALTER TABLE {} ADD INDEX ({})."),
    UNCOUNTED(
            Kind.TABLE, "a count of rows without a unique key, which SQL counts faster", "Nothing: SQL counts faster.");

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
