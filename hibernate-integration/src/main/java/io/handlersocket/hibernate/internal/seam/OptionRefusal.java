// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.planner.LimitClause;
import org.hibernate.LockMode;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.query.spi.QueryOptions;
import org.hibernate.sql.exec.internal.JdbcOperationQuerySelect;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcSelect;
import org.jspecify.annotations.Nullable;

/** Decides whether the options of one execution need SQL. */
final class OptionRefusal {

    private OptionRefusal() {}

    /**
     * Returns the option that needs SQL; null if there is none.
     *
     * @param limit the LIMIT of the statement's text
     */
    static @Nullable JdbcReason of(LimitClause limit, JdbcSelect select, ExecutionContext context) {
        if (select.getClass() != JdbcOperationQuerySelect.class
                || select.getRowsToSkip() != 0
                || select.getMaxRows() != Integer.MAX_VALUE) {
            return JdbcReason.of(ReasonCode.OTHER_SELECT);
        }
        QueryOptions options = context.getQueryOptions();
        LockMode lockMode = options.getLockOptions().getLockMode();
        if (lockMode != LockMode.NONE && lockMode != LockMode.READ) {
            return JdbcReason.of(ReasonCode.LOCK_MODE, lockMode);
        }
        if (options.getLimit() != null && !options.getLimit().isEmpty() && limit.isEmpty()) {
            return JdbcReason.of(ReasonCode.OTHER_LIMIT);
        }
        if (options.getDatabaseHints() != null && !options.getDatabaseHints().isEmpty()) {
            return JdbcReason.of(ReasonCode.DATABASE_HINT);
        }
        SharedSessionContractImplementor session = context.getSession();
        if (Boolean.TRUE.equals(options.isResultCachingEnabled())
                && session.getFactory().getSessionFactoryOptions().isQueryCacheEnabled()) {
            return JdbcReason.of(ReasonCode.QUERY_CACHE);
        }
        if (context.isScrollResult()) {
            return JdbcReason.of(ReasonCode.SCROLLING);
        }
        // Throws if the transaction has no time left, as Hibernate does before each statement.
        session.getJdbcCoordinator().determineRemainingTransactionTimeOutPeriod();
        return null;
    }
}
