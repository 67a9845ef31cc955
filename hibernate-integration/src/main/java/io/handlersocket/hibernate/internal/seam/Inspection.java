// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import java.util.regex.Pattern;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.resource.jdbc.internal.EmptyStatementInspector;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.hibernate.sql.exec.internal.StandardStatementCreator;
import org.hibernate.sql.exec.spi.JdbcSelectExecutor.StatementCreator;
import org.jspecify.annotations.Nullable;

/**
 * What the application's {@link StatementInspector} has made of one statement.
 *
 * @param refusal why a lookup may not replace the statement; null if the inspector has changed nothing but comments
 * @param creator prepares the text that the inspector returned for JDBC, without a second call of the inspector
 */
public record Inspection(@Nullable JdbcReason refusal, StatementCreator creator) {

    // Ends at the first end mark. Comments that the server executes, or that contain a hint, do not match.
    private static final String COMMENT = "/\\*(?![!M+])(?:(?!\\*/)[^\\x00])*+\\*/";
    private static final Pattern COMMENTS =
            Pattern.compile("^(?:\\s*+" + COMMENT + ")+\\s*+|\\s*+(?:" + COMMENT + "\\s*+)+$");

    public static boolean isInspected(SharedSessionContractImplementor session) {
        return inspector(session) != EmptyStatementInspector.INSTANCE;
    }

    /**
     * Calls the inspector. Called once for an execution, when every other check has passed.
     *
     * @param standard prepares the statement for JDBC, and calls the inspector
     */
    static Inspection of(Execution execution, StatementCreator standard) {
        if (standard != StandardStatementCreator.getStatementCreator(null)) {
            return new Inspection(JdbcReason.of(ReasonCode.INSPECTOR_AND_CREATOR), standard);
        }
        String shown = execution.shown(standard);
        String text;
        try {
            String returned = inspector(execution.session()).inspect(shown);
            text = returned == null ? shown : returned;
        } catch (RuntimeException e) {
            return new Inspection(JdbcReason.of(ReasonCode.INSPECTOR_FAILED), (ignored, sql) -> {
                throw e; // where Hibernate itself would call the inspector
            });
        }
        String sql = execution.select().getSqlString();
        boolean same = text.equals(sql) || COMMENTS.matcher(text).replaceAll("").equals(sql);
        return new Inspection(same ? null : JdbcReason.of(ReasonCode.INSPECTOR_CHANGES), new InspectedStatement(text));
    }

    private static StatementInspector inspector(SharedSessionContractImplementor session) {
        return session.getJdbcSessionContext().getStatementInspector();
    }
}
