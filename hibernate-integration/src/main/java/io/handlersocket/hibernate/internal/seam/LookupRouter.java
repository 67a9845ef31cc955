// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.seam;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.Table;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.internal.plan.Answer;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.LookupPlan;
import io.handlersocket.hibernate.internal.plan.OpenPlan;
import io.handlersocket.hibernate.internal.plan.Plan;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.session.PooledConnections;
import io.handlersocket.hibernate.internal.util.LoadRecorder;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import io.handlersocket.hibernate.spi.LoadObserver;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/** Answers a select over HandlerSocket, or counts the reason for JDBC. Safe for use by several threads. */
public final class LookupRouter {

    final Integration integration;
    private volatile JdbcReason lastOfSession = new JdbcReason(Kind.SESSION, "");

    public LookupRouter(Integration integration) {
        this.integration = integration;
    }

    /** Returns a reason of sessions: the last one again if it has the same text, as in most loads of an application. */
    JdbcReason ofSession(String text) {
        JdbcReason last = lastOfSession;
        if (!last.arguments().get(0).equals(text)) {
            last = new JdbcReason(Kind.SESSION, text);
            lastOfSession = last;
        }
        return last;
    }

    /**
     * Takes the decision about one load. Counters, log, events and records of calls show it, and infer nothing.
     *
     * @param role the entity, collection or query
     * @param reason why JDBC; null for HandlerSocket
     * @param rows the number of rows; 0 for JDBC, where it is unknown
     */
    void decided(String role, @Nullable JdbcReason reason, int rows, LoadLog log) {
        integration.statistics().count(role, reason);
        log.write(role, reason, rows);
        LoadRecorder.decided(reason);
    }

    /**
     * Opens what a statement reads, before a load asks for it.
     *
     * @throws LeftToJdbcException if JDBC answers all of its loads now
     */
    public OpenPlan openAhead(PlannedStatement statement, SessionFactoryImplementor sessionFactory) {
        refuse(integration.planOnly());
        refuse(statement.reason());
        refuse(observerRefusal(statement));
        integration.connections().prove(); // no load may come that would
        Plan plan = plan(statement);
        ServerFacts server = integration.server();
        SessionFactoryOptions options = sessionFactory.getSessionFactoryOptions();
        refuse(Kind.SESSION, integration.contract().refusal(options, server, plan::isReady));
        OpenPlan open = plan.open();
        if (open == null) {
            throw new LeftToJdbcException(notOpen(plan, statement.answer(), server));
        }
        return open;
    }

    @Nullable
    JdbcReason observerRefusal(PlannedStatement statement) {
        LoadObserver observer = integration.observer();
        return observer == null
                ? null
                : observer.refusal(() -> statement.selected().tables());
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

    public Plan plan(PlannedStatement statement) {
        return statement.plan(integration.plans());
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

    /** Returns why a plan is not open, and resolves it in the background. */
    JdbcReason notOpen(Plan plan, Answer answer, @Nullable ServerFacts server) {
        resolve(plan, server, false);
        return answer.refusal(plan.reason());
    }

    /** Starts to resolve a plan for new sessions. The stage never fails. */
    public CompletionStage<Void> resolve(Plan plan, SessionFactoryOptions options) {
        ServerFacts server = integration.server();
        refuse(Kind.SESSION, integration.contract().refusal(options, server, () -> false));
        return resolve(plan, server, true);
    }

    private CompletionStage<Void> resolve(Plan plan, @Nullable ServerFacts server, boolean now) {
        HandlerSocketClient client = integration.client();
        if (client == null || server == null) {
            throw new LeftToJdbcException(integration.whyNoServer());
        }
        // An index is chosen by how the driver converts values.
        refuse(Kind.SESSION, integration.connections().pooled().isKnown() ? null : PooledConnections.NONE);
        return plan.resolve(client, server.schema(), now);
    }

    public LookupPlan plan(String schema, String table, Function<Table, Lookup> lookup) {
        return integration.plans().of(schema, table, lookup);
    }

    /** Starts to resolve a plan although sessions may be unable to use it. The stage never fails. */
    public CompletionStage<Void> resolve(Plan plan) {
        return resolve(plan, integration.server(), true);
    }

    public String schema() {
        return integration.connections().pooled().schema();
    }

    /** Returns a stage that completes when the client has tried once to reach its server; it never fails. */
    public CompletionStage<?> firstAttempt() {
        HandlerSocketClient client = integration.client();
        return client == null ? CompletableFuture.completedFuture(null) : client.firstAttempt();
    }
}
