// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.StatementCode;
import io.handlersocket.hibernate.internal.connection.SessionContract;
import io.handlersocket.hibernate.internal.plan.Answer;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.LookupPlan;
import io.handlersocket.hibernate.internal.plan.OpenPlan;
import io.handlersocket.hibernate.internal.plan.Page;
import io.handlersocket.hibernate.internal.plan.Plan;
import io.handlersocket.hibernate.internal.planner.LimitClause;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.planner.QueryComment;
import io.handlersocket.hibernate.internal.result.RowsResultSet;
import io.handlersocket.hibernate.internal.session.PooledConnections;
import io.handlersocket.hibernate.internal.util.LoadRecorder;
import io.handlersocket.hibernate.internal.util.UnexpectedFailures;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.LoadObserver;
import io.handlersocket.hibernate.spi.LoadScopes;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.sql.exec.spi.ExecutionContext;
import org.hibernate.sql.exec.spi.JdbcParameterBindings;
import org.hibernate.sql.exec.spi.JdbcSelect;
import org.jspecify.annotations.Nullable;

/** Answers a select over HandlerSocket, or counts the reason for JDBC. Safe for use by several threads. */
public final class LookupRouter {

    private final Integration integration;
    private final LoadStatistics statistics;

    public LookupRouter(Integration integration) {
        this.integration = integration;
        this.statistics = integration.statistics();
    }

    /**
     * Returns the rows; null if JDBC must read them.
     *
     * @param inspection the statement's inspection, which is called last
     * @throws LeftToJdbcException if JDBC must read them because the server does not answer
     */
    @Nullable
    RowsResultSet answer(
            PlannedStatement statement,
            JdbcSelect select,
            JdbcParameterBindings bindings,
            ExecutionContext context,
            Inspection inspection) {
        LoadObserver observer = integration.observer();
        if (observer != null && observer.isOwnThread()) {
            return null;
        }
        String role = context.hasQueryExecutionToBeAddedToStatistics() ? statement.queryRole() : statement.role();
        LoadLog log = LoadLog.start();
        try {
            RowsResultSet result = new RowsResultSet(read(role, statement, select, bindings, context, inspection));
            integration.contract().answers(context.getSession(), statement.from());
            decided(new Decision(role, null, result.size()), log);
            return result;
        } catch (LeftToJdbcException e) {
            decided(new Decision(role, e.reason(), 0), log);
            if (e.reason().kind() == Kind.OUTAGE) {
                throw e;
            }
        } catch (RuntimeException | LinkageError e) {
            // Hibernate's state has not changed yet, so JDBC can still answer. A later patch of Hibernate may not link.
            JdbcReason reason = new JdbcReason(Kind.FAILURE, "the lookup failed: " + UnexpectedFailures.log(role, e));
            decided(new Decision(role, reason, 0), log);
        }
        return null;
    }

    private void decided(Decision decision, LoadLog log) {
        statistics.count(decision);
        log.write(decision);
        LoadRecorder.decided(decision.reason());
    }

    /** Waits until this session may use JDBC because the server does not answer. */
    FallbackLimit.Permit enterFallback(SharedSessionContractImplementor session) {
        if (session.getJdbcCoordinator().getLogicalConnection().isPhysicallyConnected()) {
            return () -> {}; // the session already holds a connection
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

    private List<@Nullable Object[]> read(
            String role,
            PlannedStatement statement,
            JdbcSelect select,
            JdbcParameterBindings bindings,
            ExecutionContext context,
            Inspection inspection) {
        refuse(integration.planOnly());
        refuse(integration.jdbcOnly().refusal(context.getSession()));
        refuse(QueryComment.refusal(context.getQueryOptions().getComment()));
        refuse(statement.reason());
        refuse(observerRefusal(statement));
        LimitClause limit = statement.limit(select.getSqlString());
        if (limit == null || (statement.answer().isCount() && !limit.isEmpty())) {
            throw LeftToJdbcException.of(StatementCode.NOT_PLAIN);
        }
        refuse(OptionRefusal.of(limit, select, context));
        ServerFacts server = integration.server();
        Plan plan = plan(statement);
        Readiness ready = new Readiness(plan);
        refuse(Kind.SESSION, integration.refusal(context.getSession(), server, ready));
        OpenPlan open = open(plan, statement.answer(), server);
        refuse(Kind.TABLE, open.refusal(statement.answer(), !limit.isEmpty()));
        List<@Nullable Object[]> keys = BoundValues.keys(statement, select.getParameterBinders(), bindings, context);
        List<Object> constants = BoundValues.constants(statement, select.getParameterBinders(), bindings, context);
        Page page = limit.page(select.getParameterBinders(), bindings, context);
        refuse(inspection.refusal());
        // Which rows a LIMIT keeps is SQL's choice among those that sort alike: other rows would be no difference.
        LoadObserver observer = page.isAll() ? dueObserver() : null;
        long start = observer == null ? 0 : System.nanoTime();
        try (LoadScopes.Scope scope = scope(context)) {
            List<@Nullable Object[]> rows = open.read(keys, constants, page);
            // The connection is unproven, because the index was opened only during this load.
            refuse(
                    Kind.NOT_OPEN,
                    server != null && ready.wasReady() ? null : "HandlerSocket was not connected when the load began");
            List<@Nullable Object[]> answer = statement.answer().of(rows);
            if (observer != null && (scope == null || !scope.usedOthers())) {
                long nanos = System.nanoTime() - start;
                new AnsweredSelect(role, statement, select, bindings, context, open, keys, constants, page)
                        .tell(observer, answer, nanos);
            }
            return answer;
        } catch (HandlerSocketException | LeftToJdbcException | IllegalArgumentException e) {
            throw plan.failed(open, e);
        }
    }

    private LoadScopes.@Nullable Scope scope(ExecutionContext context) {
        LoadScopes scopes = integration.scopes();
        return scopes == null ? null : scopes.ofLoad(context, SessionContract.state(context.getSession()));
    }

    /** Returns what wants to see the answer of the load that begins now; null if nothing does. */
    private @Nullable LoadObserver dueObserver() {
        LoadObserver observer = integration.observer();
        return observer != null && observer.isDue() ? observer : null;
    }

    /**
     * Opens what a statement reads, before a load asks for it.
     *
     * @throws LeftToJdbcException if JDBC answers all of its loads now
     */
    public OpenPlan openAhead(PlannedStatement statement, SessionFactoryOptions options) {
        refuse(integration.planOnly());
        refuse(statement.reason());
        refuse(observerRefusal(statement));
        integration.connections().prove(); // no load may come that would
        return open(statement, options);
    }

    /** Returns why the observer of loads leaves a statement to JDBC; null if it does not. */
    private @Nullable JdbcReason observerRefusal(PlannedStatement statement) {
        LoadObserver observer = integration.observer();
        return observer == null
                ? null
                : observer.refusal(() -> statement.selected().tables());
    }

    /**
     * Whether a lookup sent now would reach the server; asked only if nothing else keeps the load on JDBC. Without, a
     * proof about the session would help nobody.
     */
    private static final class Readiness implements BooleanSupplier {

        private final Plan plan;
        private boolean ready;

        Readiness(Plan plan) {
            this.plan = plan;
        }

        @Override
        public boolean getAsBoolean() {
            OpenPlan open = plan.open();
            ready = open != null && open.closed() == null;
            return ready;
        }

        boolean wasReady() {
            return ready;
        }
    }

    private static void refuse(@Nullable JdbcReason reason) {
        if (reason != null) {
            throw new LeftToJdbcException(reason);
        }
    }

    private static void refuse(Kind kind, @Nullable String reason) {
        if (reason != null) {
            throw new LeftToJdbcException(kind, reason);
        }
    }

    /** Returns the plan of a statement that is a lookup or a join. */
    public Plan plan(PlannedStatement statement) {
        return statement.plan(integration.plans());
    }

    /** Returns the open form of a plan for a new session outside a transaction. */
    public OpenPlan open(PlannedStatement statement, SessionFactoryOptions options) {
        Plan plan = plan(statement);
        ServerFacts server = integration.server();
        refuse(Kind.SESSION, integration.contract().refusal(options, server, new Readiness(plan)));
        return open(plan, statement.answer(), server);
    }

    /** Returns the open form of a plan. If the plan is not open, resolves it in the background and throws. */
    public OpenPlan open(Plan plan) {
        OpenPlan open = plan.open();
        if (open != null) {
            return open;
        }
        resolve(plan, integration.server(), false);
        open = plan.open(); // the client may have it open for another plan
        if (open == null) {
            throw new LeftToJdbcException(plan.reason());
        }
        return open;
    }

    private OpenPlan open(Plan plan, Answer answer, @Nullable ServerFacts server) {
        OpenPlan open = plan.open();
        if (open == null) {
            resolve(plan, server, false);
            throw new LeftToJdbcException(answer.refusal(plan.reason()));
        }
        return open;
    }

    /** Starts to resolve a plan for new sessions. The stage never fails. */
    public CompletionStage<Void> resolve(Plan plan, SessionFactoryOptions options) {
        ServerFacts server = integration.server();
        refuse(Kind.SESSION, integration.contract().refusal(options, server, () -> false));
        return resolve(plan, server, true);
    }

    private CompletionStage<Void> resolve(Plan plan, @Nullable ServerFacts server, boolean now) {
        HandlerSocketClient client = integration.client();
        if (client == null) {
            throw new LeftToJdbcException(Kind.NOT_OPEN, "there is no HandlerSocket client yet");
        }
        if (server == null) {
            throw new LeftToJdbcException(Kind.NOT_OPEN, "HandlerSocket is not connected");
        }
        // An index is chosen by how the driver converts values.
        refuse(Kind.SESSION, integration.connections().pooled().isKnown() ? null : PooledConnections.NONE);
        return plan.resolve(client, server.schema(), now);
    }

    /** Returns a new plan of a lookup that depends on the definition of its table. */
    public LookupPlan plan(String schema, String table, Function<Table, Lookup> lookup) {
        return integration.plans().of(schema, table, lookup);
    }

    /** Starts to resolve a plan although sessions may be unable to use it. The stage never fails. */
    public CompletionStage<Void> resolve(Plan plan) {
        return resolve(plan, integration.server(), true);
    }

    /** Returns a stage that completes when the client has tried once to reach its server; it never fails. */
    public CompletionStage<?> firstAttempt() {
        HandlerSocketClient client = integration.client();
        return client == null ? CompletableFuture.completedFuture(null) : client.firstAttempt();
    }
}
