// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import io.handlersocket.hibernate.JdbcReason.Kind;
import org.jspecify.annotations.Nullable;

/** Reasons of an option of a load, its query, its entity or the session factory. */
public enum OptionCode implements ReasonCode {
    LOCK_MODE("lock mode {}"),
    OTHER_LIMIT("a LIMIT that is not in the statement"),
    DATABASE_HINT("a hint for the database"),
    QUERY_CACHE("query cache"),
    SCROLLING("scrolling"),
    OTHER_SELECT("the statement locks, filters, sorts or computes more than a plain lookup"),
    INSPECTED("a StatementInspector may change the statement", Remedy.INSPECTOR),
    INSPECTOR_CHANGES("a StatementInspector changes the statement", Remedy.INSPECTOR),
    INSPECTOR_FAILED("a StatementInspector failed", Remedy.INSPECTOR),
    INSPECTOR_AND_CREATOR("a StatementInspector together with a custom way to prepare the statement", Remedy.INSPECTOR),
    OVER_JDBC_SESSION("the application asked for JDBC (overJdbc)"),
    OVER_JDBC_COMMENT("the query's comment asks for JDBC (OverJdbc.COMMENT)", Remedy.CHOSEN),
    OVER_JDBC_ENTITY("{} has @OverJdbc", Remedy.CHOSEN),
    NOT_CHOSEN(
            "{} has no @OverHandlerSocket, and handlersocket.entities=annotated",
            "Annotate the entity with @OverHandlerSocket.");

    private final String text;
    private final @Nullable String remedy;

    OptionCode(String text) {
        this(text, null);
    }

    OptionCode(String text, @Nullable String remedy) {
        this.text = text;
        this.remedy = remedy;
    }

    @Override
    public Kind kind() {
        return Kind.OPTION;
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
