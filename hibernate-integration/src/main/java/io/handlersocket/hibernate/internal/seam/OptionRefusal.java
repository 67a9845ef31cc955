// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.hibernate.internal.planner.LimitClause;
import io.handlersocket.hibernate.internal.planner.StatementPlanner;
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
    static @Nullable String of(LimitClause limit, JdbcSelect select, ExecutionContext context) {
        if (select.getClass() != JdbcOperationQuerySelect.class
                || select.getRowsToSkip() != 0
                || select.getMaxRows() != Integer.MAX_VALUE) {
            return StatementPlanner.NOT_PLAIN;
        }
        QueryOptions options = context.getQueryOptions();
        LockMode lockMode = options.getLockOptions().getLockMode();
        if (lockMode != LockMode.NONE && lockMode != LockMode.READ) {
            return "lock mode " + lockMode;
        }
        if (options.getLimit() != null && !options.getLimit().isEmpty() && limit.isEmpty()) {
            return "a LIMIT that is not in the statement";
        }
        if (options.getDatabaseHints() != null && !options.getDatabaseHints().isEmpty()) {
            return "a hint for the database";
        }
        SharedSessionContractImplementor session = context.getSession();
        if (Boolean.TRUE.equals(options.isResultCachingEnabled())
                && session.getFactory().getSessionFactoryOptions().isQueryCacheEnabled()) {
            return "query cache";
        }
        if (context.isScrollResult()) {
            return "scrolling";
        }
        // Throws if the transaction has no time left, as Hibernate does before each statement.
        session.getJdbcCoordinator().determineRemainingTransactionTimeOutPeriod();
        return null;
    }
}
