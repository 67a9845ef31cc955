// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.spi;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.ReasonCode;
import org.jspecify.annotations.Nullable;

/** Ends an attempt over HandlerSocket: JDBC answers the load. It has no stack trace, because loads throw it often. */
public final class LeftToJdbcException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient JdbcReason reason;

    public LeftToJdbcException(JdbcReason reason) {
        this(reason, null);
    }

    private LeftToJdbcException(JdbcReason reason, @Nullable Throwable cause) {
        super(null, cause, false, false); // its message is made only if it is shown
        this.reason = reason;
    }

    public LeftToJdbcException(Kind kind, String text) {
        this(new JdbcReason(kind, text));
    }

    /** Returns the end of an attempt for this reason; see {@link JdbcReason#of}. */
    public static LeftToJdbcException of(ReasonCode code, Object... arguments) {
        return new LeftToJdbcException(JdbcReason.of(code, arguments));
    }

    /** See {@link Kind#STATEMENT}. */
    public static LeftToJdbcException statement(String text) {
        return new LeftToJdbcException(Kind.STATEMENT, text);
    }

    /** See {@link Kind#TABLE}. */
    public static LeftToJdbcException table(String text) {
        return new LeftToJdbcException(Kind.TABLE, text);
    }

    /** See {@link Kind#VALUE}. */
    public static LeftToJdbcException value(String text) {
        return new LeftToJdbcException(Kind.VALUE, text);
    }

    /** Says that the values of a row do not make a result; see {@link Kind#VALUE}. */
    public static LeftToJdbcException notMade(String text, @Nullable Throwable cause) {
        return new LeftToJdbcException(new JdbcReason(Kind.VALUE, text), cause);
    }

    /** See {@link Kind#ROWS}. */
    public static LeftToJdbcException rows(String text) {
        return new LeftToJdbcException(Kind.ROWS, text);
    }

    /** See {@link Kind#TABLE_CHANGED}. */
    public static LeftToJdbcException tableChanged() {
        return new LeftToJdbcException(Kind.TABLE_CHANGED, "the table changed");
    }

    @Override
    public String getMessage() {
        return reason.text();
    }

    public JdbcReason reason() {
        return reason;
    }
}
