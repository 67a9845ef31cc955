// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.boot;

import io.handlersocket.client.ServerLock;
import io.handlersocket.hibernate.internal.connection.TrackingConnectionProvider;
import io.handlersocket.hibernate.internal.planner.StatementCache;
import io.handlersocket.hibernate.internal.seam.Integration;
import io.handlersocket.hibernate.internal.seam.PlannedMapping;
import io.handlersocket.hibernate.internal.seam.RoutingJdbcServices;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.engine.jdbc.connections.internal.ConnectionProviderInitiator;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.internal.JdbcServicesImpl;
import org.hibernate.engine.jdbc.spi.JdbcServices;
import org.hibernate.service.Service;
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

    private record Initiator<R extends Service>(
            Class<R> role, BiFunction<Map<String, Object>, ServiceRegistryImplementor, @Nullable R> service)
            implements StandardServiceInitiator<R> {

        @Override
        public Class<R> getServiceInitiated() {
            return role;
        }

        @Override
        @SuppressWarnings("NullAway") // see connections
        public @Nullable R initiateService(Map<String, Object> settings, ServiceRegistryImplementor registry) {
            return service.apply(settings, registry);
        }
    }

    static List<StandardServiceInitiator<?>> all() {
        return List.of(
                new Initiator<>(Integration.class, (settings, registry) -> Integration.of(settings)),
                new Initiator<>(JdbcServices.class, (settings, registry) -> jdbcServices(of(registry))),
                new Initiator<>(JdbcValuesMappingProducerProvider.class, Initiators::mappingProducers),
                new Initiator<>(ConnectionProvider.class, Initiators::connections),
                new Initiator<>(SchemaManagementTool.class, Initiators::schemaTool));
    }

    private static Integration of(ServiceRegistryImplementor registry) {
        return registry.requireService(Integration.class);
    }

    private static JdbcServices jdbcServices(Integration integration) {
        return integration.isEnabled() ? new RoutingJdbcServices(integration) : new JdbcServicesImpl();
    }

    private static JdbcValuesMappingProducerProvider mappingProducers(
            Map<String, Object> settings, ServiceRegistryImplementor registry) {
        JdbcValuesMappingProducerProvider standard =
                JdbcValuesMappingProducerProviderInitiator.INSTANCE.initiateService(settings, registry);
        return of(registry).isEnabled()
                ? new PlannedMapping.PlanningProvider(
                        standard, new StatementCache(of(registry).entities()))
                : standard;
    }

    private static SchemaManagementTool schemaTool(Map<String, Object> settings, ServiceRegistryImplementor registry) {
        SchemaManagementTool standard = SchemaManagementToolInitiator.INSTANCE.initiateService(settings, registry);
        Supplier<? extends ServerLock> drain = of(registry).drain();
        return drain != null && standard.getClass() == HibernateSchemaManagementTool.class
                ? new DrainingSchemaTool(drain)
                : standard;
    }

    /** Null means multi-tenancy, where another service provides the connections. */
    private static @Nullable ConnectionProvider connections(
            Map<String, Object> settings, ServiceRegistryImplementor registry) {
        ConnectionProvider standard = ConnectionProviderInitiator.INSTANCE.initiateService(settings, registry);
        return standard == null || !of(registry).isEnabled()
                ? standard
                : TrackingConnectionProvider.of(standard, of(registry).connections());
    }
}
