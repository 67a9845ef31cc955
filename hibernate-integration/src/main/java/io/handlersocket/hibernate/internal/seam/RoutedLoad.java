// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.connection.SessionContract;
import io.handlersocket.hibernate.internal.plan.OpenPlan;
import io.handlersocket.hibernate.internal.plan.Page;
import io.handlersocket.hibernate.internal.plan.Plan;
import io.handlersocket.hibernate.internal.plan.RouteCosts;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.internal.util.UnexpectedFailures;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.LoadObserver;
import io.handlersocket.hibernate.spi.LoadScopes;
import java.sql.SQLException;
import java.util.List;
import org.hibernate.LockMode;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.query.spi.QueryOptions;
import org.hibernate.sql.exec.internal.JdbcOperationQuerySelect;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcSelect;
import org.hibernate.sql.exec.spi.JdbcSelectExecutor.StatementCreator;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a select. What usually leaves it to JDBC is returned as a reason and not thrown, because to throw an
 * exception takes longer than the rest of the decision. Used once, by one thread.
 */
final class RoutedLoad {

    private static final JdbcReason MEASURED = JdbcReason.of(ReasonCode.MEASURED);
    private static final JdbcReason TOO_LATE =
            new JdbcReason(Kind.NOT_OPEN, "HandlerSocket was not connected when the load began");

    private final LookupRouter router;
    private final Integration integration;
    private final PlannedStatement statement;
    private final Execution execution;
    private final int draw = RouteCosts.draw();
    private StatementCreator creator;
    private @Nullable RouteCosts costs;
    private @Nullable JdbcReason reason;
    private boolean wasReady;

    RoutedLoad(LookupRouter router, PlannedStatement statement, Execution execution, StatementCreator standard) {
        this.router = router;
        this.integration = router.integration;
        this.statement = statement;
        this.execution = execution;
        this.creator = standard;
    }

    /** Returns the rows; null if JDBC must read them. */
    @Nullable
    RowsResultSet answer() {
        LoadObserver observer = integration.observer();
        if (observer != null && observer.isOwnThread()) {
            return null;
        }
        String role = role();
        LoadLog log = LoadLog.start();
        try {
            List<@Nullable Object[]> rows = rows(role);
            if (rows != null) {
                RowsResultSet result = RowsResultSet.of(rows);
                integration.contract().answers(execution.session(), statement.from());
                router.decided(role, null, result.size(), log);
                return result;
            }
        } catch (LeftToJdbcException e) {
            reason = e.reason();
        } catch (RuntimeException | LinkageError e) {
            // Hibernate's state has not changed yet, so JDBC can still answer. A later patch of Hibernate may not link.
            reason = UnexpectedFailures.ofLookup(role, e);
        }
        router.decided(role, reason, 0, log);
        return null;
    }

    private String role() {
        return execution.context().hasQueryExecutionToBeAddedToStatistics() ? statement.queryRole() : statement.role();
    }

    /**
     * Called after the load has succeeded over the route of {@link #answer}.
     *
     * @param start when it began, as {@link System#nanoTime}
     */
    void ended(long start) {
        RouteCosts known = costs;
        boolean overJdbc = reason != null;
        if (known == null || (reason != null && reason.kind() != Kind.COST)) {
            return;
        }
        if (overJdbc && !known.isConnected()) {
            AdaptiveRouting.release(execution.session()); // a part of the cost
        }
        if (known.isTimed(draw)) {
            long now = System.nanoTime();
            integration.routing().took(known, role(), overJdbc, now - start, now);
        }
    }

    /** Allows this load to use JDBC. Waits if the server does not answer and the session holds no connection. */
    FallbackLimit.Permit permit() {
        SharedSessionContractImplementor session = execution.session();
        if (reason == null
                || reason.kind() != Kind.OUTAGE
                || session.getJdbcCoordinator().getLogicalConnection().isPhysicallyConnected()) {
            return () -> {};
        }
        try {
            return integration.fallback().enter();
        } catch (SQLException e) {
            // The same message as from Hibernate's pool.
            throw session.getJdbcServices()
                    .getSqlExceptionHelper()
                    .convert(e, "Unable to acquire JDBC Connection [" + e.getMessage() + "]");
        }
    }

    StatementCreator statementCreator() {
        return creator;
    }

    /** Returns the rows; null, with a reason, if JDBC must read them. */
    private @Nullable List<@Nullable Object[]> rows(String role) {
        if (isRefused(ofStatement())) {
            return null;
        }
        if (!statement.sql().equals(execution.select().getSqlString())) {
            return leave(JdbcReason.of(ReasonCode.NOT_PLAIN));
        }
        if (isRefused(ofOptions())) {
            return null;
        }
        RouteCosts known = integration.routing().costs(statement, execution.session(), integration.contract());
        costs = known;
        JdbcReason cheaper = known == null ? null : known.cheaper(draw);
        if (cheaper != null && connects()) {
            return leave(cheaper);
        }
        ServerFacts server = integration.server();
        Plan plan = router.plan(statement);
        // Whether a lookup sent now would reach the server is asked only if nothing else keeps the load on JDBC: if it
        // would not, no proof about the session is needed.
        String ofSession = integration.refusal(execution.session(), server, () -> wasReady = plan.isReady());
        if (ofSession != null) {
            return leave(router.ofSession(ofSession));
        }
        OpenPlan open = plan.open();
        if (open == null) {
            return leave(router.notOpen(plan, statement.answer(), server));
        }
        if (isRefused(open.refusal(statement.answer(), statement.isLimited()))) {
            return null;
        }
        List<@Nullable Object[]> keys = execution.keys(statement);
        List<Object> constants = execution.constants(statement);
        Page page = execution.page(statement.limit());
        if (isRefused(inspected()) || isRefused(open.closed(true))) {
            return null;
        }
        if (known != null && known.measuresJdbc(draw) && connects()) {
            return leave(MEASURED);
        }
        // Which rows a LIMIT keeps is SQL's choice among those that sort alike: other rows would be no difference.
        LoadObserver observer = page.isAll() ? dueObserver() : null;
        long start = observer == null ? 0 : System.nanoTime();
        try (LoadScopes.Scope scope = scope()) {
            List<@Nullable Object[]> rows = open.read(keys, constants, page);
            if (server == null || !wasReady) {
                // The connection is unproven, because the index was opened only during this load.
                return leave(TOO_LATE);
            }
            List<@Nullable Object[]> answer = statement.answer().of(rows);
            if (observer != null) {
                costs = null; // the observer takes its time, too
            }
            if (observer != null && (scope == null || !scope.usedOthers())) {
                long nanos = System.nanoTime() - start;
                observer.answered(execution.answered(role, statement, open, keys, constants, answer, nanos));
            }
            return answer;
        } catch (HandlerSocketException | LeftToJdbcException | IllegalArgumentException e) {
            return leave(plan.failed(open, e).reason());
        }
    }

    /** Returns why only SQL can run what the session's inspector made of the statement; null if a lookup may, too. */
    private @Nullable JdbcReason inspected() {
        if (!Inspection.isInspected(execution.session())) {
            return null;
        }
        Inspection inspection = Inspection.of(execution, creator);
        creator = inspection.creator();
        return inspection.refusal();
    }

    /** Returns why JDBC answers the statement, or this execution because of its options; null if neither. */
    private @Nullable JdbcReason ofStatement() {
        JdbcReason known = integration.planOnly();
        known = known == null ? integration.jdbcOnly().refusal(execution.session()) : known;
        known = known == null
                ? JdbcOnlySessions.refusal(execution.context().getQueryOptions().getComment())
                : known;
        known = known == null ? statement.reason() : known;
        return known == null ? router.observerRefusal(statement) : known;
    }

    private @Nullable JdbcReason ofOptions() {
        JdbcSelect select = execution.select();
        ExecutionContext context = execution.context();
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
        if (options.getLimit() != null && !options.getLimit().isEmpty() && !statement.isLimited()) {
            return JdbcReason.of(ReasonCode.OTHER_LIMIT);
        }
        if (options.getDatabaseHints() != null && !options.getDatabaseHints().isEmpty()) {
            return JdbcReason.of(ReasonCode.DATABASE_HINT);
        }
        SharedSessionContractImplementor session = execution.session();
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

    /** Takes a connection for JDBC. If none is free, the load goes over HandlerSocket, and its time says nothing. */
    private boolean connects() {
        boolean connected = integration.routing().connect(execution.session());
        costs = connected ? costs : null;
        return connected;
    }

    private boolean isRefused(@Nullable JdbcReason why) {
        reason = why;
        return why != null;
    }

    private @Nullable List<@Nullable Object[]> leave(JdbcReason why) {
        reason = why;
        return null;
    }

    private LoadScopes.@Nullable Scope scope() {
        LoadScopes scopes = integration.scopes();
        return scopes == null ? null : scopes.ofLoad(execution.context(), SessionContract.state(execution.session()));
    }

    private @Nullable LoadObserver dueObserver() {
        LoadObserver observer = integration.observer();
        return observer != null && observer.isDue() ? observer : null;
    }
}
