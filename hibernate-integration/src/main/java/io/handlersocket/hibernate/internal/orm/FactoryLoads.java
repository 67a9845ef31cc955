// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityPlan;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.internal.plan.Lookup;
import io.handlersocket.hibernate.internal.plan.OpenLookup;
import io.handlersocket.hibernate.internal.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/** The loads of one session factory that has a client. */
public final class FactoryLoads implements HandlerSocketLoads {

    private final Integration integration;
    private final LookupRouter router;
    private final SessionFactoryImplementor sessionFactory;
    private final DirectReads reads;
    private volatile @Nullable Map<String, PlannedStatement> statements;

    private FactoryLoads(Integration integration, SessionFactoryImplementor sessionFactory) {
        this.integration = integration;
        this.router = new LookupRouter(integration);
        this.sessionFactory = sessionFactory;
        this.reads = new DirectReads(integration, sessionFactory);
    }

    /** See {@link HandlerSocketLoads#of}. */
    public static HandlerSocketLoads of(SessionFactory sessionFactory) {
        SessionFactoryImplementor factory = sessionFactory.unwrap(SessionFactoryImplementor.class);
        return factory.getJdbcServices() instanceof RoutingJdbcServices services
                ? services.integration().loads(factory, FactoryLoads::new)
                : new NoLoads(factory);
    }

    @Override
    public List<LoadCount> counts() {
        return integration.statistics().counts();
    }

    @Override
    public long count(Route route) {
        return integration.statistics().count(route);
    }

    @Override
    public List<EntityPlan> entities() {
        List<EntityPlan> plans = new ArrayList<>();
        statements().forEach((entity, statement) -> plans.add(plan(entity, statement)));
        return plans;
    }

    private EntityPlan plan(String entity, PlannedStatement statement) {
        try {
            OpenLookup open = open(statement);
            return open.isOpen()
                    ? new EntityPlan(entity, Route.HANDLERSOCKET, "")
                    : new EntityPlan(entity, Route.JDBC, "the index is not open at the moment");
        } catch (NotNow e) {
            return new EntityPlan(entity, Route.JDBC, e.reason());
        }
    }

    @Override
    public boolean ready(Class<?> entity) {
        PlannedStatement statement = statements().get(entity.getName());
        try {
            return statement != null && open(statement).isOpen();
        } catch (NotNow e) {
            return false;
        }
    }

    private OpenLookup open(PlannedStatement statement) {
        Lookup lookup = statement.lookup();
        if (lookup == null) {
            throw new NotNow(statement.reason());
        }
        if (sessionFactory.getSessionFactoryOptions().isMultiTenancyEnabled()) {
            throw new NotNow("multi-tenancy");
        }
        return router.open(router.plan(lookup));
    }

    @Override
    public CompletionStage<Void> prepare() {
        // Before the stage: building plans is no work for the client's threads.
        Map<String, PlannedStatement> prepared = statements();
        return router.firstAttempt()
                .handle((snapshot, failure) -> null)
                .thenCompose(nothing -> CompletableFuture.allOf(prepared.values().stream()
                        .map(PlannedStatement::lookup)
                        .filter(lookup -> lookup != null)
                        .map(this::resolve)
                        .toArray(CompletableFuture[]::new)));
    }

    @Override
    public @Nullable String refusal(@Nullable Session session) {
        return reads.refusal(session);
    }

    @Override
    public boolean maps(TableName table) {
        return MappedTable.maps(sessionFactory, table);
    }

    @Override
    public EntityTable table(Class<?> entity) {
        return MappedTable.of(sessionFactory, entity, integration.pool()::facts);
    }

    private CompletableFuture<Void> resolve(Lookup lookup) {
        try {
            Plan plan = router.plan(lookup);
            return router.resolve(plan, true).toCompletableFuture();
        } catch (NotNow e) {
            return CompletableFuture.completedFuture(null);
        }
    }

    private Map<String, PlannedStatement> statements() {
        Map<String, PlannedStatement> known = statements;
        if (known == null) {
            known = EntityLookups.of(sessionFactory);
            statements = known;
        }
        return known;
    }
}
