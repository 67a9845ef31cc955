// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.hibernate.engine.jdbc.spi.JdbcCoordinator;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.monitor.spi.DiagnosticEvent;
import org.hibernate.event.monitor.spi.EventMonitor;
import org.hibernate.resource.jdbc.internal.EmptyStatementInspector;
import org.hibernate.resource.jdbc.spi.JdbcEventHandler;
import org.hibernate.resource.jdbc.spi.JdbcSessionContext;
import org.hibernate.resource.jdbc.spi.LogicalConnectionImplementor;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.hibernate.sql.exec.internal.StandardStatementCreator;
import org.hibernate.sql.exec.spi.ExecutionContext;
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

    /**
     * Prepares a text that the inspector has already seen. Hibernate's own preparer always calls the inspector. Apart
     * from that call, this does the same: log, events, timeout, registration, fetch size.
     */
    private record InspectedStatement(String text) implements StatementCreator {

        @Override
        public PreparedStatement createStatement(ExecutionContext context, String shown) {
            SharedSessionContractImplementor session = context.getSession();
            JdbcCoordinator coordinator = session.getJdbcCoordinator();
            session.getJdbcServices().getSqlStatementLogger().logStatement(text);
            try {
                PreparedStatement statement = prepare(session, coordinator);
                LogicalConnectionImplementor connection = coordinator.getLogicalConnection();
                connection.getResourceRegistry().register(statement, true);
                Integer fetchSize = session.getJdbcSessionContext().getFetchSizeOrNull();
                if (fetchSize != null) {
                    statement.setFetchSize(fetchSize);
                }
                coordinator.registerLastQuery(statement);
                return statement;
            } catch (SQLException e) {
                throw session.getJdbcServices().getSqlExceptionHelper().convert(e, "Could not prepare statement", text);
            }
        }

        private PreparedStatement prepare(SharedSessionContractImplementor session, JdbcCoordinator coordinator)
                throws SQLException {
            JdbcSessionContext settings = session.getJdbcSessionContext();
            JdbcEventHandler handler = settings.getEventHandler();
            EventMonitor monitor = session.getEventMonitor();
            DiagnosticEvent event = monitor.beginJdbcPreparedStatementCreationEvent();
            try {
                handler.jdbcPrepareStatementStart();
                PreparedStatement statement = coordinator
                        .getLogicalConnection()
                        .getPhysicalConnection()
                        .prepareStatement(text, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
                int seconds = coordinator.determineRemainingTransactionTimeOutPeriod();
                if (seconds > 0) {
                    statement.setQueryTimeout(seconds);
                }
                return statement;
            } finally {
                monitor.completeJdbcPreparedStatementCreationEvent(event, text);
                handler.jdbcPrepareStatementEnd();
            }
        }
    }
}
