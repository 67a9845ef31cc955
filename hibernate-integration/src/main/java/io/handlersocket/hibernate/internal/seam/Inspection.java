// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

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
 * What the application's {@link StatementInspector} makes of one statement. It is asked at most once: if JDBC has to run the
 * statement after that, it runs what the inspector returned.
 */
public final class Inspection {

    // Up to its own end, and none that the server executes or takes a hint from.
    private static final String COMMENT = "/\\*(?![!M+])(?:(?!\\*/)[^\\x00])*+\\*/";
    private static final Pattern COMMENTS =
            Pattern.compile("^(?:\\s*+" + COMMENT + ")+\\s*+|\\s*+(?:" + COMMENT + "\\s*+)+$");

    private final JdbcSelect select;
    private final JdbcParameterBindings bindings;
    private final ExecutionContext context;
    private final StatementCreator standard;
    private @Nullable StatementCreator inspected;

    /** @param standard prepares the statement, and asks the inspector, where JDBC runs it */
    Inspection(JdbcSelect select, JdbcParameterBindings bindings, ExecutionContext context, StatementCreator standard) {
        this.select = select;
        this.bindings = bindings;
        this.context = context;
        this.standard = standard;
    }

    /** Whether the application has an inspector for this session. */
    public static boolean isInspected(SharedSessionContractImplementor session) {
        return inspector(session) != EmptyStatementInspector.INSTANCE;
    }

    /**
     * Asks the inspector, if there is one. To be called once, after everything else that can be known before the lookup.
     *
     * @return why the statement is not what the database would be asked; null if it is, but for comments around it
     */
    @Nullable
    String refusal() {
        if (!isInspected(context.getSession())) {
            return null;
        }
        if (standard != StandardStatementCreator.getStatementCreator(null)) {
            return "a StatementInspector, and a statement that is prepared in another way";
        }
        // Hibernate's own text, with the comment of hibernate.use_sql_comments.
        String shown = new DeferredResultSetAccess(select, bindings, context, standard, -1).getFinalSql();
        String text;
        try {
            String returned = inspector(context.getSession()).inspect(shown);
            text = returned == null ? shown : returned;
        } catch (RuntimeException e) {
            inspected = (ignored, sql) -> {
                throw e; // where Hibernate's own call would have thrown it
            };
            return "a StatementInspector failed";
        }
        inspected = new InspectedStatement(text);
        String sql = select.getSqlString();
        return text.equals(sql) || COMMENTS.matcher(text).replaceAll("").equals(sql)
                ? null
                : "a StatementInspector changes the statement";
    }

    /** Prepares the statement where JDBC runs it, without asking the inspector a second time. */
    StatementCreator statementCreator() {
        return inspected == null ? standard : inspected;
    }

    private static StatementInspector inspector(SharedSessionContractImplementor session) {
        return session.getJdbcSessionContext().getStatementInspector();
    }
}
