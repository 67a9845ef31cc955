// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.internal.query;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import org.jspecify.annotations.Nullable;

/** Says that JPA must answer a query. It has no stack trace, because calls throw it often. */
public final class LeftToJpaException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient JdbcReason reason;
    private final boolean missingIndex;

    public LeftToJpaException(JdbcReason reason) {
        this(reason, false, null);
    }

    private LeftToJpaException(JdbcReason reason, boolean missingIndex, @Nullable Throwable cause) {
        super(reason.text(), cause, false, false);
        this.reason = reason;
        this.missingIndex = missingIndex;
    }

    /** See {@link Kind#STATEMENT}. */
    public static LeftToJpaException statement(String text) {
        return new LeftToJpaException(new JdbcReason(Kind.STATEMENT, text));
    }

    /** See {@link Kind#TABLE}. */
    static LeftToJpaException table(String text) {
        return new LeftToJpaException(new JdbcReason(Kind.TABLE, text));
    }

    /** See {@link Kind#TABLE}; a new index could answer the query. */
    static LeftToJpaException missingIndex(String text) {
        return new LeftToJpaException(new JdbcReason(Kind.TABLE, text), true, null);
    }

    /** See {@link Kind#VALUE}. */
    static LeftToJpaException value(String text) {
        return new LeftToJpaException(new JdbcReason(Kind.VALUE, text));
    }

    /** Says that the values of a row do not make a result; see {@link Kind#VALUE}. */
    static LeftToJpaException notMade(String text, @Nullable Throwable cause) {
        return new LeftToJpaException(new JdbcReason(Kind.VALUE, text), false, cause);
    }

    /** See {@link Kind#ROWS}. */
    static LeftToJpaException rows(String text) {
        return new LeftToJpaException(new JdbcReason(Kind.ROWS, text));
    }

    /** See {@link Kind#TABLE_CHANGED}. */
    static LeftToJpaException tableChanged() {
        return new LeftToJpaException(new JdbcReason(Kind.TABLE_CHANGED, "the table changed"));
    }

    /** Returns whether a new index could answer the query. */
    public boolean isMissingIndex() {
        return missingIndex;
    }

    /** Returns the reason. */
    public JdbcReason reason() {
        return reason;
    }
}
