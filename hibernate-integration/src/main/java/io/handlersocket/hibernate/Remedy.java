// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

/** Remedies that several reasons have. */
final class Remedy {

    static final String MAPPING = "Change the mapping of the column, or load the attribute lazily.";
    static final String CHOSEN = "Nothing: the application chose JDBC.";
    static final String INSPECTOR = "Let the StatementInspector change comments only, or remove it.";
    static final String JOINS =
            "Make an eager association lazy, or fetch it in batches (@BatchSize). A query that joins"
                    + " may need SQL.";
    static final String ORDER = "Create an index of the compared columns followed by the sorted ones, all in one"
            + " direction, or sort in the application.";
    static final String LOADER = "Remove the custom loader, or leave it to SQL.";
    static final String SELECT_ENTITY = "Select the entity or its attributes.";
    static final String SQL_IS_BEST = "Nothing: SQL is best at this.";

    private Remedy() {}
}
