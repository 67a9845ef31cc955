// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.EntityTable;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.connection.SessionContract;
import io.handlersocket.hibernate.internal.mapping.MappedTable;
import io.handlersocket.hibernate.internal.planner.JdbcOnlyTables;
import io.handlersocket.hibernate.internal.seam.Inspection;
import io.handlersocket.hibernate.internal.seam.Integration;
import io.handlersocket.hibernate.internal.seam.LookupRouter;
import io.handlersocket.hibernate.spi.LoadObserver;
import io.handlersocket.hibernate.spi.LoadScopes;
import java.util.concurrent.Executor;
import org.hibernate.FlushMode;
import org.hibernate.Session;
import org.hibernate.TransactionException;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.PersistenceContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.persister.entity.EntityPersister;
import org.jspecify.annotations.Nullable;

/**
 * What reads of columns without Hibernate need of a view: whether the rules of Hibernate's loads allow one now, and
 * what follows from its answer.
 */
abstract class DirectReads implements HandlerSocketLoads {

    private static final JdbcReason INSPECTED = JdbcReason.of(ReasonCode.INSPECTED);

    final Integration integration;
    final LookupRouter router;
    final SessionFactoryImplementor sessionFactory;
    private volatile @Nullable JdbcOnlyTables jdbcOnly;

    DirectReads(Integration integration, SessionFactoryImplementor sessionFactory) {
        this.integration = integration;
        this.router = new LookupRouter(integration);
        this.sessionFactory = sessionFactory;
    }

    @Override
    public @Nullable JdbcReason refusal(@Nullable Session session) {
        JdbcReason planOnly = integration.planOnly();
        if (planOnly != null) {
            return planOnly;
        }
        ServerFacts server = integration.server();
        if (server == null) {
            return integration.whyNoServer();
        }
        SessionFactoryOptions options = sessionFactory.getSessionFactoryOptions();
        if (options.getStatementInspector() != null) {
            return INSPECTED;
        }
        return session == null
                ? ofSession(integration.contract().refusal(options, server, () -> true))
                : refusal(session.unwrap(SessionImplementor.class), server);
    }

    @Override
    public @Nullable JdbcReason readOnlyRefusal() {
        return ofSession(integration.refusalOfReadOnly());
    }

    @Override
    public @Nullable JdbcReason transactionRefusal() {
        return ofSession(integration.contract().refusalInTransactions());
    }

    private @Nullable JdbcReason refusal(SessionImplementor session, ServerFacts server) {
        JdbcReason option = integration.jdbcOnly().refusal(session);
        if (option != null) {
            return option;
        }
        if (Inspection.isInspected(session)) {
            return INSPECTED;
        }
        try {
            session.getJdbcCoordinator().determineRemainingTransactionTimeOutPeriod();
        } catch (TransactionException e) {
            return ofSession("the transaction has no time left"); // the query itself throws the error
        }
        String reason = wouldFlush(session)
                ? "the session holds entities that a query would write first"
                : integration.refusal(session, server, () -> true);
        return ofSession(reason);
    }

    @Override
    public LoadScopes.@Nullable Scope scope(@Nullable Session session) {
        LoadScopes scopes = integration.scopes();
        return scopes == null
                ? null
                : scopes.ofRows(
                        session == null ? null : SessionContract.state(session.unwrap(SessionImplementor.class)));
    }

    @Override
    public boolean splitsReadOnly() {
        return integration.connections().areSplit();
    }

    @Override
    public void answered(Session session, Class<?> entity) {
        EntityPersister persister = sessionFactory.getMappingMetamodel().getEntityDescriptor(entity);
        integration.contract().answers(session.unwrap(SessionImplementor.class), persister.getTableName());
    }

    @Override
    public boolean mayHaveWritten(Session session) {
        return integration.isEnabled()
                && integration.contract().mayHaveWritten(session.unwrap(SessionImplementor.class));
    }

    @Override
    public void ended(Session session) {
        if (integration.isEnabled()) {
            integration.contract().ended(session.unwrap(SessionImplementor.class));
        }
    }

    @Override
    public @Nullable LoadObserver observer() {
        return integration.observer();
    }

    @Override
    public Executor here(Executor executor) {
        LoadScopes scopes = integration.scopes();
        return scopes == null ? executor : scopes.here(executor);
    }

    @Override
    public boolean maps(TableName table) {
        return MappedTable.maps(sessionFactory, table);
    }

    @Override
    public EntityTable table(Class<?> entity) {
        JdbcOnlyTables known = jdbcOnly;
        if (known == null) {
            known = JdbcOnlyTables.of(sessionFactory, integration.entities());
            jdbcOnly = known;
        }
        return MappedTable.of(sessionFactory, entity, known, router);
    }

    private static @Nullable JdbcReason ofSession(@Nullable String reason) {
        return reason == null ? null : new JdbcReason(Kind.SESSION, reason);
    }

    // Hibernate checks each managed entity before a query; if there is one, the query is left to Hibernate.
    private static boolean wouldFlush(SessionImplementor session) {
        FlushMode mode = session.getHibernateFlushMode();
        if (!session.isTransactionInProgress() || mode == FlushMode.MANUAL || mode == FlushMode.COMMIT) {
            return false;
        }
        PersistenceContext context = session.getPersistenceContextInternal();
        return context.getNumberOfManagedEntities() > 0 || context.getCollectionEntriesSize() > 0;
    }
}
