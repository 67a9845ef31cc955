// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.hibernate.engine.jdbc.spi.JdbcCoordinator;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.event.monitor.spi.DiagnosticEvent;
import org.hibernate.event.monitor.spi.EventMonitor;
import org.hibernate.resource.jdbc.spi.JdbcEventHandler;
import org.hibernate.resource.jdbc.spi.JdbcSessionContext;
import org.hibernate.resource.jdbc.spi.LogicalConnectionImplementor;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcSelectExecutor.StatementCreator;

/**
 * Prepares a text that the inspector has already seen. Hibernate's own preparer always calls the inspector. Apart from
 * that call, this does the same: log, events, timeout, registration, fetch size.
 */
record InspectedStatement(String text) implements StatementCreator {

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
