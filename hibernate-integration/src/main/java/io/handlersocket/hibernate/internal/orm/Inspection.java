// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import java.util.regex.Pattern;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.resource.jdbc.internal.EmptyStatementInspector;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.jspecify.annotations.Nullable;

/** The application's {@link StatementInspector}, which may make another statement of the one that Hibernate rendered. */
final class Inspection {

    // Up to its own end, and none that the server executes or takes a hint from.
    private static final String COMMENT = "/\\*(?![!M+])(?:(?!\\*/)[^\\x00])*+\\*/";
    private static final Pattern COMMENTS =
            Pattern.compile("^(?:\\s*+" + COMMENT + ")+\\s*+|\\s*+(?:" + COMMENT + "\\s*+)+$");

    private Inspection() {}

    /** Whether the application has one for this session. */
    static boolean isInspected(SharedSessionContractImplementor session) {
        return inspector(session) != EmptyStatementInspector.INSTANCE;
    }

    /** Why this statement is not what the database would be asked; null if it is, but for comments around it. */
    static @Nullable String refusal(SharedSessionContractImplementor session, String sql) {
        @Nullable String inspected = inspector(session).inspect(sql);
        return inspected == null
                        || inspected.equals(sql)
                        || COMMENTS.matcher(inspected).replaceAll("").equals(sql)
                ? null
                : "a StatementInspector changes the statement";
    }

    private static StatementInspector inspector(SharedSessionContractImplementor session) {
        return session.getJdbcSessionContext().getStatementInspector();
    }
}
