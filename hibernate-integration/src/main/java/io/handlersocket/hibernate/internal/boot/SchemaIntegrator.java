// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.boot;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.hibernate.internal.connection.HibernateConnections;
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
import org.hibernate.mapping.Table;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes the mapped tables to the connections, which look for temporary tables of the same name.
 *
 * <p>Releases the indexes of a session factory that closes, so that a shared client opens them no more. Drains the
 * client before Hibernate drops the tables that its connections hold open, and resumes it afterwards.
 */
public final class SchemaIntegrator implements Integrator {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaIntegrator.class);

    private static final String[] SCHEMA_ACTIONS = {
        "hibernate.hbm2ddl.auto",
        "jakarta.persistence.schema-generation.database.action",
        "javax.persistence.schema-generation.database.action"
    };

    @Override
    public void integrate(
            Metadata metadata, BootstrapContext bootstrapContext, SessionFactoryImplementor sessionFactory) {
        if (sessionFactory.getJdbcServices() instanceof RoutingJdbcServices services) {
            metadata.collectTableMappings().stream()
                    .filter(Table::isPhysicalTable)
                    .forEach(table -> maps(services.integration().connections(), table));
            sessionFactory.addObserver(
                    new Observer(services.integration(), dropsAtTheEnd(sessionFactory.getProperties())));
        }
    }

    private static void maps(HibernateConnections connections, Table table) {
        String name = table.getName();
        String quoted = TableName.quote(name);
        if (table.getCatalog() == null) {
            connections.maps(name, quoted);
        } else {
            connections.maps(table.getCatalog() + '.' + name, TableName.quote(table.getCatalog()) + '.' + quoted);
        }
    }

    private static boolean dropsAtTheEnd(Map<String, Object> settings) {
        return Stream.of(SCHEMA_ACTIONS)
                .map(settings::get)
                .anyMatch(action -> action != null
                        && action.toString().trim().replace('_', '-').equalsIgnoreCase("create-drop"));
    }

    private record Observer(Integration integration, boolean drops) implements SessionFactoryObserver {

        @Override
        public void sessionFactoryClosing(SessionFactory factory) {
            withClient(integration.plans()::release);
            if (drops) {
                withClient(HandlerSocketClient::drain);
            }
        }

        @Override
        public void sessionFactoryClosed(SessionFactory factory) {
            if (drops) {
                withClient(HandlerSocketClient::resume);
            }
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
                LOG.debug(
                        "The HandlerSocket client was not told that a session factory closes, which it does anyway", e);
            }
        }
    }
}
