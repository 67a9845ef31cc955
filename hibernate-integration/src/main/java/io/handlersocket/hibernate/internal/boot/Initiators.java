// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.boot;

import io.handlersocket.hibernate.internal.connection.TrackingConnectionProvider;
import io.handlersocket.hibernate.internal.planner.StatementCache;
import io.handlersocket.hibernate.internal.schema.DrainingSchemaTool;
import io.handlersocket.hibernate.internal.seam.Integration;
import io.handlersocket.hibernate.internal.seam.PlanningProvider;
import io.handlersocket.hibernate.internal.seam.RoutingJdbcServices;
import java.util.Map;
import javax.sql.DataSource;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.engine.jdbc.connections.internal.ConnectionProviderInitiator;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.internal.JdbcServicesImpl;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.sql.results.jdbc.internal.JdbcValuesMappingProducerProviderInitiator;
import org.hibernate.sql.results.jdbc.spi.JdbcValuesMappingProducerProvider;
import org.hibernate.tool.schema.internal.HibernateSchemaManagementTool;
import org.hibernate.tool.schema.internal.SchemaManagementToolInitiator;
import org.hibernate.tool.schema.spi.SchemaManagementTool;
import org.jspecify.annotations.Nullable;

/** One initiator per service. Each returns the standard service if there is no client. */
final class Initiators {

    private Initiators() {}

    static final class OfIntegration implements StandardServiceInitiator<Integration> {

        @Override
        public Class<Integration> getServiceInitiated() {
            return Integration.class;
        }

        @Override
        public Integration initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            return Integration.of(settings);
        }
    }

    static final class OfJdbcServices implements StandardServiceInitiator<JdbcServices> {

        @Override
        public Class<JdbcServices> getServiceInitiated() {
            return JdbcServices.class;
        }

        @Override
        public JdbcServices initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            Integration integration = registry.requireService(Integration.class);
            return integration.isEnabled() ? new RoutingJdbcServices(integration) : new JdbcServicesImpl();
        }
    }

    static final class OfMappingProducers implements StandardServiceInitiator<JdbcValuesMappingProducerProvider> {

        @Override
        public Class<JdbcValuesMappingProducerProvider> getServiceInitiated() {
            return JdbcValuesMappingProducerProvider.class;
        }

        @Override
        public JdbcValuesMappingProducerProvider initiateService(
                Map<String, Object> settings, ServiceRegistryImplementor registry) {
            JdbcValuesMappingProducerProvider standard =
                    JdbcValuesMappingProducerProviderInitiator.INSTANCE.initiateService(settings, registry);
            Integration integration = registry.requireService(Integration.class);
            return integration.isEnabled()
                    ? new PlanningProvider(standard, new StatementCache(integration.entities()))
                    : standard;
        }
    }

    static final class OfSchemaTools implements StandardServiceInitiator<SchemaManagementTool> {

        @Override
        public Class<SchemaManagementTool> getServiceInitiated() {
            return SchemaManagementTool.class;
        }

        @Override
        public SchemaManagementTool initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            SchemaManagementTool standard = SchemaManagementToolInitiator.INSTANCE.initiateService(settings, registry);
            DataSource drain = registry.requireService(Integration.class).drain();
            return drain != null && standard.getClass() == HibernateSchemaManagementTool.class
                    ? new DrainingSchemaTool(drain)
                    : standard;
        }
    }

    static final class OfConnections implements StandardServiceInitiator<ConnectionProvider> {

        @Override
        public Class<ConnectionProvider> getServiceInitiated() {
            return ConnectionProvider.class;
        }

        @Override
        @SuppressWarnings("NullAway") // null means multi-tenancy, where another service provides the connections
        public @Nullable ConnectionProvider initiateService(
                Map<String, Object> settings, ServiceRegistryImplementor registry) {
            ConnectionProvider standard = ConnectionProviderInitiator.INSTANCE.initiateService(settings, registry);
            Integration integration = registry.requireService(Integration.class);
            return standard == null || !integration.isEnabled()
                    ? standard
                    : new TrackingConnectionProvider(standard, integration.connections());
        }
    }
}
