// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.schema;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.internal.seam.Integration;
import io.handlersocket.hibernate.internal.seam.RoutingJdbcServices;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.SessionFactoryObserver;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drains the client before Hibernate drops the tables that its connections hold open, and resumes it afterwards. */
public final class DrainBeforeDrop implements Integrator {

    private static final Logger LOG = LoggerFactory.getLogger(DrainBeforeDrop.class);

    private static final String[] SCHEMA_ACTIONS = {
        "hibernate.hbm2ddl.auto",
        "jakarta.persistence.schema-generation.database.action",
        "javax.persistence.schema-generation.database.action"
    };

    @Override
    public void integrate(
            Metadata metadata, BootstrapContext bootstrapContext, SessionFactoryImplementor sessionFactory) {
        if (sessionFactory.getJdbcServices() instanceof RoutingJdbcServices services
                && dropsAtTheEnd(sessionFactory.getProperties())) {
            sessionFactory.addObserver(new Observer(services.integration()));
        }
    }

    private static boolean dropsAtTheEnd(Map<String, Object> settings) {
        return Stream.of(SCHEMA_ACTIONS)
                .map(settings::get)
                .anyMatch(action -> action != null
                        && action.toString().trim().replace('_', '-').equalsIgnoreCase("create-drop"));
    }

    private static final class Observer implements SessionFactoryObserver {

        private static final long serialVersionUID = 1L;

        private final transient Integration integration;

        Observer(Integration integration) {
            this.integration = integration;
        }

        @Override
        public void sessionFactoryClosing(SessionFactory factory) {
            withClient(HandlerSocketClient::drain);
        }

        @Override
        public void sessionFactoryClosed(SessionFactory factory) {
            withClient(HandlerSocketClient::resume);
        }

        private void withClient(Consumer<HandlerSocketClient> action) {
            HandlerSocketClient client = integration.knownClient();
            if (client == null) {
                return;
            }
            try {
                action.accept(client);
            } catch (RuntimeException e) {
                // Closing a session factory must not fail because its client was closed before it.
                LOG.debug("The HandlerSocket client was not drained or resumed; the session factory closes anyway", e);
            }
        }
    }
}
