// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.planner;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.OverJdbc;
import io.handlersocket.hibernate.ReasonCode;
import org.jspecify.annotations.Nullable;

/**
 * The comment by which one query asks for JDBC. It is the only free text of a query that Hibernate passes to the
 * executor: a hint with an unknown name is dropped.
 */
public final class QueryComment {

    private static final JdbcReason REASON = JdbcReason.of(ReasonCode.OVER_JDBC_COMMENT);

    private QueryComment() {}

    /** Returns why JDBC must answer a query with this comment; null if the comment does not ask for it. */
    public static @Nullable JdbcReason refusal(@Nullable String comment) {
        return comment != null && comment.startsWith(OverJdbc.COMMENT) ? REASON : null;
    }
}
