// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityPlan;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/** The loads of a session factory without client: all on JDBC, and not counted. */
record NoLoads(SessionFactoryImplementor sessionFactory) implements HandlerSocketLoads {

    private static final String REASON = "no HandlerSocket client, switched off, or another Hibernate than 7.4";

    @Override
    public List<LoadCount> counts() {
        return List.of();
    }

    @Override
    public long count(Route route) {
        return 0;
    }

    @Override
    public List<EntityPlan> entities() {
        List<EntityPlan> plans = new ArrayList<>();
        sessionFactory
                .getMappingMetamodel()
                .forEachEntityDescriptor(
                        entity -> plans.add(new EntityPlan(entity.getEntityName(), Route.JDBC, REASON)));
        plans.sort(Comparator.comparing(EntityPlan::entity));
        return plans;
    }

    @Override
    public boolean ready(Class<?> entity) {
        return false;
    }

    @Override
    public String refusal(@Nullable Session session) {
        return REASON;
    }

    @Override
    public boolean maps(TableName table) {
        return MappedTable.maps(sessionFactory, table);
    }

    @Override
    public EntityTable table(Class<?> entity) {
        return MappedTable.of(sessionFactory, entity, () -> null);
    }

    @Override
    public CompletionStage<Void> prepare() {
        return CompletableFuture.completedFuture(null);
    }
}
