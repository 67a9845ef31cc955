// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.advisor.internal;

import io.handlersocket.advisor.Advice;
import io.handlersocket.advisor.internal.catalogue.CatalogueClient;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.connection.SessionContract;
import io.handlersocket.hibernate.internal.explain.DeclaredLoads;
import io.handlersocket.hibernate.internal.explain.DeclaredLoads.DeclaredLoad;
import io.handlersocket.hibernate.internal.mapping.AttributeNames;
import io.handlersocket.hibernate.internal.plan.OpenPlan;
import io.handlersocket.hibernate.internal.plan.Plan;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.seam.Integration;
import io.handlersocket.hibernate.internal.seam.LookupRouter;
import io.handlersocket.hibernate.internal.seam.RoutingJdbcServices;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Judges loads by the planner that routes them, but apart from the sessions: what keeps every session from
 * HandlerSocket is an obstacle, and says nothing about one load.
 */
public final class Advisor {

    /** Why every load uses JDBC. */
    public static final String PLAN_ONLY = "the application only asks for advice (handlersocket.advise)";

    private static final Logger LOG = LoggerFactory.getLogger(Advisor.class);

    private final Integration integration;
    private final LookupRouter router;
    private final SessionFactoryImplementor sessionFactory;
    private final AttributeNames names;

    // For all that one report waits for.
    private final long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);

    private Advisor(Integration integration, SessionFactoryImplementor sessionFactory) {
        this.integration = integration;
        this.router = new LookupRouter(integration);
        this.sessionFactory = sessionFactory;
        this.names = new AttributeNames(sessionFactory);
    }

    /** Returns the advice for a session factory. */
    public static Advice advise(SessionFactory sessionFactory, Collection<Advice.Query> queries) {
        SessionFactoryImplementor factory = sessionFactory.unwrap(SessionFactoryImplementor.class);
        return factory.getJdbcServices() instanceof RoutingJdbcServices services
                ? new Advisor(services.integration(), factory).advise(queries)
                : none(Objects.requireNonNull(HandlerSocketLoads.of(factory).refusal(null)));
    }

    private static Advice none(JdbcReason reason) {
        return new Advice(List.of(reason), List.of(), false);
    }

    private Advice advise(Collection<Advice.Query> queries) {
        await(router.firstAttempt());
        ServerFacts server = integration.server();
        if (server == null) {
            return none(noServer());
        }
        await(integration.connections().prove());
        await(integration.connections().prepare());
        List<JdbcReason> obstacles = new ArrayList<>();
        if (integration.knownClient() instanceof CatalogueClient client) {
            client.obstacles().forEach(text -> obstacles.add(new JdbcReason(Kind.NOT_OPEN, text)));
        }
        obstacles.addAll(obstacles(server));
        List<DeclaredLoad> all = new ArrayList<>(DeclaredLoads.of(sessionFactory));
        queries.forEach(
                query -> all.add(DeclaredLoads.of(sessionFactory, query.name(), query.text(), query.limited())));
        List<Advice.Load> loads = all.stream().map(this::judge).toList();
        SessionContract contract = integration.contract();
        boolean snapshots = contract.refusalInTransactions() == null && contract.endsAtFirstStatement();
        return new Advice(obstacles, loads, snapshots);
    }

    /** Returns what keeps all sessions from HandlerSocket: the connections' source, the pool or an inspector. */
    private List<JdbcReason> obstacles(ServerFacts server) {
        SessionFactoryOptions options = sessionFactory.getSessionFactoryOptions();
        SessionContract contract = integration.contract();
        List<JdbcReason> obstacles = new ArrayList<>();
        Stream.of(
                        contract.refusal(options, server, () -> false),
                        contract.refusalInTransactions(),
                        integration.connections().refusalOfReadOnly())
                .filter(Objects::nonNull)
                .forEach(reason -> obstacles.add(new JdbcReason(Kind.SESSION, reason)));
        if (options.getStatementInspector() != null) {
            obstacles.add(JdbcReason.of(ReasonCode.INSPECTED));
        }
        return obstacles;
    }

    /** Waits until the stage ends, or the time. What it would bring is reported as missing. */
    private void await(CompletionStage<?> stage) {
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

    private Advice.Load judge(DeclaredLoad load) {
        JdbcReason reason;
        try {
            reason = reason(load.statement());
        } catch (LeftToJdbcException e) {
            reason = e.reason();
        }
        return new Advice.Load(load.kind(), load.role(), reason == null ? null : names.named(reason));
    }

    private @Nullable JdbcReason reason(PlannedStatement statement) {
        JdbcReason reason = statement.reason();
        if (reason != null) {
            return reason;
        }
        Plan plan = router.plan(statement);
        await(router.resolve(plan));
        OpenPlan open = plan.open();
        return open == null
                ? statement.answer().refusal(plan.reason())
                : open.refusal(statement.answer(), statement.isLimited());
    }
}
