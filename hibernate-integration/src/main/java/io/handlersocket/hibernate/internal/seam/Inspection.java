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
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcParameterBindings;
import org.hibernate.sql.exec.spi.JdbcSelect;
import org.hibernate.sql.exec.spi.JdbcSelectExecutor.StatementCreator;
import org.hibernate.sql.results.jdbc.internal.DeferredResultSetAccess;
import org.jspecify.annotations.Nullable;

/**
 * Calls the application's {@link StatementInspector} for one statement, at most once. If JDBC runs the statement later,
 * it runs the text that the inspector returned.
 */
public final class Inspection {

    // Ends at the first end mark. Comments that the server executes, or that contain a hint, do not match.
    private static final String COMMENT = "/\\*(?![!M+])(?:(?!\\*/)[^\\x00])*+\\*/";
    private static final Pattern COMMENTS =
            Pattern.compile("^(?:\\s*+" + COMMENT + ")+\\s*+|\\s*+(?:" + COMMENT + "\\s*+)+$");

    private final JdbcSelect select;
    private final JdbcParameterBindings bindings;
    private final ExecutionContext context;
    private final StatementCreator standard;
    private @Nullable StatementCreator inspected;

    /** @param standard prepares the statement for JDBC, and calls the inspector */
    Inspection(JdbcSelect select, JdbcParameterBindings bindings, ExecutionContext context, StatementCreator standard) {
        this.select = select;
        this.bindings = bindings;
        this.context = context;
        this.standard = standard;
    }

    public static boolean isInspected(SharedSessionContractImplementor session) {
        return inspector(session) != EmptyStatementInspector.INSTANCE;
    }

    /**
     * Calls the inspector, if there is one. Called once, when every other check has passed.
     *
     * @return why a lookup may not replace the statement; null if the inspector has changed nothing but comments
     */
    @Nullable
    JdbcReason refusal() {
        if (!isInspected(context.getSession())) {
            return null;
        }
        if (standard != StandardStatementCreator.getStatementCreator(null)) {
            return JdbcReason.of(ReasonCode.INSPECTOR_AND_CREATOR);
        }
        // Hibernate's own text, with the comment of hibernate.use_sql_comments.
        String shown = new DeferredResultSetAccess(select, bindings, context, standard, -1).getFinalSql();
        String text;
        try {
            String returned = inspector(context.getSession()).inspect(shown);
            text = returned == null ? shown : returned;
        } catch (RuntimeException e) {
            inspected = (ignored, sql) -> {
                throw e; // where Hibernate itself would call the inspector
            };
            return JdbcReason.of(ReasonCode.INSPECTOR_FAILED);
        }
        inspected = new InspectedStatement(text);
        String sql = select.getSqlString();
        return text.equals(sql) || COMMENTS.matcher(text).replaceAll("").equals(sql)
                ? null
                : JdbcReason.of(ReasonCode.INSPECTOR_CHANGES);
    }

    /** Returns what prepares the statement for JDBC, without a second call of the inspector. */
    StatementCreator statementCreator() {
        return inspected == null ? standard : inspected;
    }

    private static StatementInspector inspector(SharedSessionContractImplementor session) {
        return session.getJdbcSessionContext().getStatementInspector();
    }
}
