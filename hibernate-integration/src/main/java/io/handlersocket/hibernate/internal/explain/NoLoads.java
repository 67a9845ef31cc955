// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.LoadPlan;
import io.handlersocket.hibernate.RecordedLoads;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.internal.mapping.MappedTable;
import io.handlersocket.hibernate.internal.planner.EntityChoice;
import io.handlersocket.hibernate.internal.planner.JdbcOnlyTables;
import io.handlersocket.hibernate.internal.seam.Integration;
import io.handlersocket.hibernate.internal.seam.LookupRouter;
import io.handlersocket.hibernate.internal.session.PooledConnections;
import io.handlersocket.hibernate.internal.util.LoadRecorder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.hibernate.Session;
import org.hibernate.SharedSessionContract;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jspecify.annotations.Nullable;

/** The view of a session factory without a client: every load uses JDBC, and none is counted. */
record NoLoads(SessionFactoryImplementor sessionFactory) implements HandlerSocketLoads {

    private static final JdbcReason REASON = new JdbcReason(
            JdbcReason.Kind.NOT_OPEN,
            "there is no HandlerSocket client, loads are switched off, or Hibernate is not 7.2, 7.3 or 7.4");

    @Override
    public List<LoadCount> counts() {
        return List.of();
    }

    @Override
    public long count(Route route) {
        return 0;
    }

    @Override
    public List<LoadPlan> plans() {
        return DeclaredLoads.of(sessionFactory).stream()
                .map(known -> new LoadPlan(known.kind(), known.role(), REASON))
                .toList();
    }

    @Override
    public JdbcReason reason(Class<?> entity) {
        return REASON;
    }

    @Override
    public RecordedLoads record() {
        return LoadRecorder.start();
    }

    @Override
    public FallbackLimit fallback() {
        return FallbackLimit.NONE;
    }

    @Override
    public JdbcReason refusal(@Nullable Session session) {
        return REASON;
    }

    @Override
    public <T> T overJdbc(SharedSessionContract session, Supplier<T> loads) {
        return loads.get();
    }

    @Override
    public boolean maps(TableName table) {
        return MappedTable.maps(sessionFactory, table);
    }

    @Override
    public EntityTable table(Class<?> entity) {
        return MappedTable.of(
                sessionFactory,
                entity,
                JdbcOnlyTables.of(sessionFactory, EntityChoice.ALL),
                new PooledConnections(System::nanoTime, List::of, () -> false),
                new LookupRouter(Integration.of(Map.of(HandlerSocketSettings.ENTITIES, EntityChoice.NONE))));
    }

    @Override
    public CompletionStage<Void> prove() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> prepare() {
        return CompletableFuture.completedFuture(null);
    }
}
