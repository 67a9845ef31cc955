// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.Advice;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.StatementCode;
import io.handlersocket.hibernate.internal.connection.SessionContract;
import io.handlersocket.hibernate.internal.plan.LeftToJdbcException;
import io.handlersocket.hibernate.internal.plan.OpenPlan;
import io.handlersocket.hibernate.internal.plan.Plan;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.seam.Integration;
import io.handlersocket.hibernate.internal.seam.LookupRouter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges loads by the planner that routes them, but apart from the sessions: what keeps every session from
 * HandlerSocket is an obstacle, and says nothing about one load.
 *
 * @param named replaces columns by attributes in a reason
 */
record Advisor(
        Integration integration,
        LookupRouter router,
        SessionFactoryImplementor sessionFactory,
        DirectReadGate reads,
        UnaryOperator<JdbcReason> named) {

    private static final Logger LOG = LoggerFactory.getLogger(Advisor.class);

    // For all that one report waits for.
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    Advice advise(List<DeclaredLoad> declared, Collection<Advice.Query> queries) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        await(router.firstAttempt(), end);
        ServerFacts server = integration.server();
        if (server == null) {
            return new Advice(List.of(noServer()), List.of(), false);
        }
        await(integration.connections().prove(), end);
        await(integration.connections().prepare(), end);
        List<JdbcReason> obstacles = new ArrayList<>();
        server.obstacles().forEach(text -> obstacles.add(new JdbcReason(Kind.NOT_OPEN, text)));
        obstacles.addAll(reads.obstacles(server));
        List<DeclaredLoad> all = new ArrayList<>(declared);
        queries.forEach(query -> all.add(DeclaredLoads.of(sessionFactory, query)));
        List<Advice.Load> loads = all.stream().map(load -> judge(load, end)).toList();
        SessionContract contract = integration.contract();
        boolean snapshots = contract.refusalInTransactions() == null && contract.endsAtFirstStatement();
        return new Advice(obstacles, loads, snapshots);
    }

    /** Waits until the stage ends, or the time. What it would bring is reported as missing. */
    private static void await(CompletionStage<?> stage, long end) {
        try {
            stage.toCompletableFuture().get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("The advice goes on without an answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JdbcReason noServer() {
        HandlerSocketClient client = integration.knownClient();
        return new JdbcReason(
                Kind.NOT_OPEN,
                client == null
                        ? "there is no HandlerSocket client yet"
                        : client.snapshot().reason());
    }

    private Advice.Load judge(DeclaredLoad load, long end) {
        JdbcReason reason;
        try {
            reason = reason(load.statement(), end);
        } catch (LeftToJdbcException e) {
            reason = e.reason();
        }
        return new Advice.Load(load.kind(), load.role(), reason == null ? null : named.apply(reason));
    }

    private @Nullable JdbcReason reason(PlannedStatement statement, long end) {
        JdbcReason reason = statement.reason();
        if (reason != null) {
            return reason;
        }
        if (statement.answer().isCount() && statement.isLimited()) {
            return JdbcReason.of(StatementCode.NOT_PLAIN);
        }
        Plan plan = router.plan(statement);
        await(router.resolveForAdvice(plan), end);
        OpenPlan open = plan.open();
        if (open == null) {
            return statement.answer().refusal(plan.reason());
        }
        String refusal = open.refusal(statement.answer(), statement.isLimited());
        return refusal == null ? null : new JdbcReason(Kind.TABLE, refusal);
    }
}
