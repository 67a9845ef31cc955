// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.internal.gate.PoolFacts;
import org.hibernate.FlushMode;
import org.hibernate.Session;
import org.hibernate.TransactionException;
import org.hibernate.engine.spi.PersistenceContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;
import org.jspecify.annotations.Nullable;

/** Whether columns may be read past Hibernate at this moment, by the same rules as its own loads. */
final class DirectReads {

    private static final String INSPECTED = "a StatementInspector may change the statement";

    private final Integration integration;
    private final boolean multiTenancy;
    private final boolean inspected;

    DirectReads(Integration integration, SessionFactoryImplementor sessionFactory) {
        this.integration = integration;
        this.multiTenancy = sessionFactory.getSessionFactoryOptions().isMultiTenancyEnabled();
        this.inspected = sessionFactory.getSessionFactoryOptions().getStatementInspector() != null;
    }

    @Nullable
    String refusal(@Nullable Session session) {
        String reason = refusal();
        if (reason != null || session == null) {
            return reason;
        }
        SessionImplementor implementor = session.unwrap(SessionImplementor.class);
        if (Inspection.isInspected(implementor)) {
            return INSPECTED;
        }
        try {
            implementor.getJdbcCoordinator().determineRemainingTransactionTimeOutPeriod();
        } catch (TransactionException e) {
            return "the transaction has no time left"; // the error is the query's to make
        }
        return wouldFlush(implementor)
                ? "the session holds entities that a query would write first"
                : integration.refusal(implementor);
    }

    private @Nullable String refusal() {
        if (multiTenancy) {
            return "multi-tenancy";
        }
        if (inspected) {
            return INSPECTED;
        }
        PoolFacts pool = integration.pool().facts();
        if (pool == null) {
            return "no JDBC connection was used yet";
        }
        if (!pool.isTestedDriver()) {
            return "values were not compared with the driver " + pool.driver();
        }
        HandlerSocketClient client = integration.client();
        ServerFacts server = client == null ? null : client.server().orElse(null);
        if (server == null) {
            return "HandlerSocket is not connected";
        }
        return server.schema().equals(pool.schema())
                ? integration.refusal(server.identity())
                : "the connections are in schema " + pool.schema() + ", the HandlerSocket client in " + server.schema();
    }

    // Hibernate itself looks at each managed entity; that there are some is enough to leave the query to it.
    private static boolean wouldFlush(SessionImplementor session) {
        FlushMode mode = session.getHibernateFlushMode();
        if (!session.isTransactionInProgress() || mode == FlushMode.MANUAL || mode == FlushMode.COMMIT) {
            return false;
        }
        PersistenceContext context = session.getPersistenceContextInternal();
        return context.getNumberOfManagedEntities() > 0 || context.getCollectionEntriesSize() > 0;
    }
}
