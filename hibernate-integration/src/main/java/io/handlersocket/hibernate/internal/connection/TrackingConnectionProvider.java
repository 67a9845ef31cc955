// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.connection;

import io.handlersocket.hibernate.internal.gate.ConnectionTracker;
import io.handlersocket.hibernate.internal.gate.TrackedConnection;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Objects;
import org.hibernate.HibernateException;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.hibernate.service.Service;
import org.hibernate.service.spi.Configurable;
import org.hibernate.service.spi.InjectService;
import org.hibernate.service.spi.ServiceRegistryAwareService;
import org.hibernate.service.spi.ServiceRegistryImplementor;
import org.hibernate.service.spi.Startable;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;

/**
 * Hibernate's own provider of connections, with every connection watched. The DataSource is not wrapped. It is a
 * dynamic proxy, so that methods which only some lines of Hibernate have reach the provider.
 */
public record TrackingConnectionProvider(ConnectionProvider provider, HibernateConnections connections)
        implements InvocationHandler {

    private static final Class<?>[] TYPES = {
        ConnectionProvider.class,
        ServiceRegistryAwareService.class,
        Configurable.class,
        Startable.class,
        Stoppable.class
    };

    /** Returns the service that takes the provider's place. */
    public static ConnectionProvider of(ConnectionProvider provider, HibernateConnections connections) {
        return (ConnectionProvider) Proxy.newProxyInstance(
                TrackingConnectionProvider.class.getClassLoader(),
                TYPES,
                new TrackingConnectionProvider(provider, connections));
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] args) throws Throwable {
        String name = method.getName();
        if (method.getDeclaringClass() == Object.class) {
            return ConnectionTracker.ofObject(proxy, provider, name, args);
        }
        Object argument = args == null ? null : args[0];
        if (argument instanceof Class<?> type && type.isInstance(provider)) { // of Hibernate's Wrapped
            return name.equals("unwrap") ? provider : (Object) true;
        }
        if (name.equals("injectServices")) {
            inject((ServiceRegistryImplementor) Objects.requireNonNull(argument));
        }
        if (args != null && argument instanceof TrackedConnection tracked) { // which is closed
            tracked.transactionLog().closes();
            args[0] = tracked.watchedConnection();
        }
        Object result =
                method.getDeclaringClass().isInstance(provider) ? ConnectionTracker.call(provider, method, args) : null;
        if (name.equals("configure")) {
            connections.from(provider);
        }
        return result instanceof Connection connection ? connections.track(connection) : result;
    }

    /** The registry injects into the service it knows, which is this one: pass on what the provider itself asks for. */
    private void inject(ServiceRegistryImplementor registry) {
        for (Method method : provider.getClass().getMethods()) {
            if (method.isAnnotationPresent(InjectService.class) && method.getParameterCount() == 1) {
                Service service = registry.getService(method.getParameterTypes()[0].asSubclass(Service.class));
                if (service != null) {
                    inject(method, service);
                }
            }
        }
    }

    private void inject(Method method, Service service) {
        try {
            method.invoke(provider, service);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new HibernateException("cannot inject a service by " + method, e);
        }
    }
}
