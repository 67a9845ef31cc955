// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.connection;

import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.hibernate.HibernateException;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.engine.jdbc.connections.spi.DatabaseConnectionInfo;
import org.hibernate.engine.jdbc.env.spi.ExtractedDatabaseMetaData;
import org.hibernate.service.Service;
import org.hibernate.service.spi.Configurable;
import org.hibernate.service.spi.InjectService;
import org.hibernate.service.spi.ServiceRegistryAwareService;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.service.spi.Startable;
import org.hibernate.service.spi.Stoppable;

/** Hibernate's own provider of connections, with every connection watched. The DataSource is not wrapped. */
public record TrackingConnectionProvider(ConnectionProvider provider, HibernateConnections connections)
        implements ConnectionProvider, ServiceRegistryAwareService, Configurable, Startable, Stoppable {

    @Override
    public Connection getConnection() throws SQLException {
        return connections.track(provider.getConnection());
    }

    /** Hibernate calls this since 7.3. */
    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return connections.track(provider.getConnection(user, password));
    }

    @Override
    public Connection getReadOnlyConnection() throws SQLException {
        return connections.track(provider.getReadOnlyConnection());
    }

    @Override
    public void closeConnection(Connection connection) throws SQLException {
        provider.closeConnection(watched(connection));
    }

    @Override
    public void closeReadOnlyConnection(Connection connection) throws SQLException {
        provider.closeReadOnlyConnection(watched(connection));
    }

    private static Connection watched(Connection connection) {
        if (connection instanceof TrackedConnection tracked) {
            tracked.transactionLog().closes();
            return tracked.watchedConnection();
        }
        return connection;
    }

    @Override
    public boolean supportsAggressiveRelease() {
        return provider.supportsAggressiveRelease();
    }

    @Override
    public boolean handlesConnectionSchema() {
        return provider.handlesConnectionSchema();
    }

    @Override
    public boolean handlesConnectionReadOnly() {
        return provider.handlesConnectionReadOnly();
    }

    @Override
    public DatabaseConnectionInfo getDatabaseConnectionInfo(Dialect dialect) {
        return provider.getDatabaseConnectionInfo(dialect);
    }

    @Override
    public DatabaseConnectionInfo getDatabaseConnectionInfo(Dialect dialect, ExtractedDatabaseMetaData metaData) {
        return provider.getDatabaseConnectionInfo(dialect, metaData);
    }

    @Override
    public boolean isUnwrappableAs(Class<?> type) {
        return type.isInstance(provider) || provider.isUnwrappableAs(type);
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.isInstance(provider) ? type.cast(provider) : provider.unwrap(type);
    }

    /** The registry injects into the service it knows, which is this one: pass on what the provider itself asks for. */
    @Override
    public void injectServices(ServiceRegistryImplementor registry) {
        for (Method method : provider.getClass().getMethods()) {
            if (method.isAnnotationPresent(InjectService.class) && method.getParameterCount() == 1) {
                inject(method, registry);
            }
        }
        if (provider instanceof ServiceRegistryAwareService aware) {
            aware.injectServices(registry);
        }
    }

    private void inject(Method method, ServiceRegistryImplementor registry) {
        Class<? extends Service> role = method.getParameterTypes()[0].asSubclass(Service.class);
        Service service = registry.getService(role);
        if (service == null) {
            return;
        }
        try {
            method.invoke(provider, service);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new HibernateException(
                    "cannot inject " + role.getName() + " into "
                            + provider.getClass().getName(),
                    e);
        }
    }

    @Override
    public void configure(Map<String, Object> settings) {
        if (provider instanceof Configurable configurable) {
            configurable.configure(settings);
        }
        connections.from(provider);
    }

    @Override
    public void start() {
        if (provider instanceof Startable startable) {
            startable.start();
        }
    }

    @Override
    public void stop() {
        if (provider instanceof Stoppable stoppable) {
            stoppable.stop();
        }
    }
}
