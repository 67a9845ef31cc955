// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import io.handlersocket.client.spi.OwnThread;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.LoadTimes;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.RecordedLoads;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.internal.explain.DeclaredLoads.DeclaredLoad;
import io.handlersocket.hibernate.internal.mapping.AttributeNames;
import io.handlersocket.hibernate.internal.plan.OpenPlan;
import io.handlersocket.hibernate.internal.planner.PlannedStatement;
import io.handlersocket.hibernate.internal.seam.Integration;
import io.handlersocket.hibernate.internal.util.LoadRecorder;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.hibernate.SharedSessionContract;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The view of a session factory. Without a client, every load uses JDBC, and none is counted. */
final class FactoryLoads extends DirectReads {

    private static final Logger LOG = LoggerFactory.getLogger(HandlerSocketLoads.class);

    // Each pause is twice as long as the one before, so all together take at most five seconds.
    private static final long FIRST_PAUSE_MILLIS = 20;
    private static final long LAST_PAUSE_MILLIS = 2_560;

    // So many lookups are opened before the client is asked whether it keeps them open.
    private static final int OPENED_TOGETHER = 32;

    private volatile Map<String, PlannedStatement> entities = Map.of();
    private volatile @Nullable List<DeclaredLoad> statements;
    private volatile @Nullable AttributeNames names;

    FactoryLoads(Integration integration, SessionFactoryImplementor sessionFactory) {
        super(integration, sessionFactory);
    }

    @Override
    public List<LoadCount> counts() {
        return integration.statistics().counts(this::named);
    }

    @Override
    public long count(Route route) {
        return integration.statistics().count(route);
    }

    @Override
    public List<LoadTimes> times() {
        return integration.routing().times();
    }

    @Override
    public List<LoadPlan> plans() {
        return statements().stream()
                .map(known -> new LoadPlan(known.kind(), known.role(), whyNot(known.statement())))
                .toList();
    }

    private @Nullable JdbcReason whyNot(PlannedStatement statement) {
        try {
            OpenPlan open = open(statement);
            JdbcReason refusal = open.refusal(statement.answer(), statement.isLimited());
            return refusal == null ? open.closed() : refusal;
        } catch (LeftToJdbcException e) {
            return named(e.reason());
        }
    }

    @Override
    public @Nullable JdbcReason reason(Class<?> entity) {
        if (!integration.isEnabled()) {
            return integration.planOnly();
        }
        statements();
        PlannedStatement statement = entities.get(entity.getName());
        return statement == null ? JdbcReason.of(ReasonCode.NO_ENTITY) : whyNot(statement);
    }

    @Override
    public RecordedLoads record() {
        return LoadRecorder.start();
    }

    @Override
    public FallbackLimit fallback() {
        return integration.fallback();
    }

    private OpenPlan open(PlannedStatement statement) {
        return router.openAhead(statement, sessionFactory);
    }

    @Override
    public CompletionStage<Void> prove() {
        return integration.planOnly() == null
                ? integration.connections().prove().thenRun(() -> {}) // a copy, which the caller may complete
                : CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> prepare() {
        if (!integration.isEnabled()) {
            return CompletableFuture.completedFuture(null);
        }
        // Before the stage: the client's threads must not build plans.
        List<PlannedStatement> lookups = statements().stream()
                .map(DeclaredLoad::statement)
                .filter(PlannedStatement::isLookup)
                .toList();
        return router.firstAttempt()
                .handle((snapshot, failure) -> null)
                .thenCompose(nothing -> integration.connections().prepare())
                .thenCompose(nothing -> prove())
                .thenCompose(nothing -> resolve(lookups, FIRST_PAUSE_MILLIS))
                .thenRun(() -> log(plans()));
    }

    /** Logs at DEBUG how many loads can go over HandlerSocket, and each plan with its reason. */
    private static void log(List<LoadPlan> plans) {
        if (LOG.isDebugEnabled()) {
            LOG.debug("{}", summary(plans));
            plans.forEach(plan -> LOG.debug("{} {}: {} {}", plan.kind(), plan.role(), plan.route(), plan.reason()));
        }
    }

    /** Returns the line, such as {@code Can be loaded over HandlerSocket: 3 of 4 entities, 2 of 2 collections}. */
    static String summary(List<LoadPlan> plans) {
        return Arrays.stream(LoadPlan.Kind.values())
                .filter(kind -> plans.stream().anyMatch(plan -> plan.kind() == kind))
                .map(kind -> count(plans, kind))
                .collect(Collectors.joining(", ", "Can be loaded over HandlerSocket: ", ""));
    }

    private static String count(List<LoadPlan> plans, LoadPlan.Kind kind) {
        List<LoadPlan> all = plans.stream().filter(plan -> plan.kind() == kind).toList();
        long fast =
                all.stream().filter(plan -> plan.route() == Route.HANDLERSOCKET).count();
        return fast + " of " + all.size() + ' ' + kind.plural();
    }

    /**
     * Opens what these lookups read, some at a time. Stops when the client has closed some of them again to keep others
     * open: the rest would only take turns.
     */
    private CompletionStage<Void> resolveFrom(List<PlannedStatement> lookups, int first) {
        int end = Math.min(lookups.size(), first + OPENED_TOGETHER);
        return CompletableFuture.allOf(
                        lookups.subList(first, end).stream().map(this::resolve).toArray(CompletableFuture[]::new))
                .thenCompose(nothing -> end == lookups.size()
                                || lookups.subList(0, end).stream().anyMatch(this::isEvicted)
                        ? CompletableFuture.completedFuture(null)
                        : resolveFrom(lookups, end));
    }

    private boolean isEvicted(PlannedStatement statement) {
        OpenPlan open = router.plan(statement).open();
        JdbcReason closed = open == null ? null : open.closed();
        return closed != null && closed.kind() == Kind.TOO_MANY_INDEXES;
    }

    /** Opens what these lookups read. What cannot be opened only now is tried again for some seconds. */
    private CompletionStage<Void> resolve(List<PlannedStatement> lookups, long pauseMillis) {
        return resolveFrom(lookups, 0)
                .thenCompose(nothing -> pauseMillis > LAST_PAUSE_MILLIS
                                || integration.server() == null
                                || lookups.stream().noneMatch(this::isOpening)
                        ? CompletableFuture.<Void>completedFuture(null)
                        : CompletableFuture.supplyAsync(
                                        () -> resolve(lookups, 2 * pauseMillis),
                                        CompletableFuture.delayedExecutor(
                                                pauseMillis,
                                                TimeUnit.MILLISECONDS,
                                                OwnThread.named("handlersocket-open")))
                                .thenCompose(next -> next));
    }

    private boolean isOpening(PlannedStatement statement) {
        try {
            return open(statement).closed() != null;
        } catch (LeftToJdbcException e) {
            return e.reason().kind() == Kind.NOT_OPEN
                    || (e.reason().kind() == Kind.SESSION
                            && !integration.connections().areConfirmed());
        }
    }

    @Override
    public <T> T overJdbc(SharedSessionContract session, Supplier<T> loads) {
        return integration.isEnabled() ? integration.jdbcOnly().run(session, loads) : loads.get();
    }

    private CompletableFuture<Void> resolve(PlannedStatement statement) {
        try {
            return router.resolve(router.plan(statement), sessionFactory.getSessionFactoryOptions())
                    .toCompletableFuture();
        } catch (LeftToJdbcException e) {
            return CompletableFuture.completedFuture(null);
        }
    }

    private JdbcReason named(JdbcReason reason) {
        if (reason.column() == null) {
            return reason;
        }
        AttributeNames known = names;
        if (known == null) {
            known = new AttributeNames(sessionFactory);
            names = known;
        }
        return known.named(reason);
    }

    private List<DeclaredLoad> statements() {
        List<DeclaredLoad> known = statements;
        if (known == null) {
            known = DeclaredLoads.of(sessionFactory);
            entities = known.stream()
                    .filter(load -> load.kind() == LoadPlan.Kind.ENTITY)
                    .collect(Collectors.toMap(DeclaredLoad::role, DeclaredLoad::statement));
            statements = known;
        }
        return known;
    }
}
