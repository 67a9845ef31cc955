// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.explain;

import io.handlersocket.client.catalog.ServerFacts;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.JdbcReason.Kind;
import io.handlersocket.hibernate.ReasonCode;
import io.handlersocket.hibernate.internal.connection.SessionContract;
import io.handlersocket.hibernate.internal.seam.Inspection;
import io.handlersocket.hibernate.internal.seam.Integration;
import io.handlersocket.hibernate.spi.LoadScopes;
import org.hibernate.FlushMode;
import org.hibernate.Session;
import org.hibernate.TransactionException;
import org.hibernate.boot.spi.SessionFactoryOptions;
import org.hibernate.engine.spi.PersistenceContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.engine.spi.SessionImplementor;
import org.jspecify.annotations.Nullable;

/** Decides whether columns may be read without Hibernate now, by the same rules as Hibernate's loads. */
record DirectReadGate(Integration integration, SessionFactoryImplementor sessionFactory) {

    private static final JdbcReason INSPECTED = JdbcReason.of(ReasonCode.INSPECTED);

    @Nullable
    JdbcReason refusal(@Nullable Session session) {
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

    @Nullable
    JdbcReason refusalOfReadOnly() {
        return ofSession(integration.refusalOfReadOnly());
    }

    @Nullable
    JdbcReason refusalInTransactions() {
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

    LoadScopes.@Nullable Scope scope(@Nullable Session session) {
        LoadScopes scopes = integration.scopes();
        return scopes == null
                ? null
                : scopes.ofRows(
                        session == null ? null : SessionContract.state(session.unwrap(SessionImplementor.class)));
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
