// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.connection;

import io.handlersocket.hibernate.internal.session.ConnectionSource;
import io.handlersocket.hibernate.internal.session.KnownDataSources;
import java.util.Set;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;

/** Judges Hibernate's provider of connections, by its exact class and by the DataSource below it. */
final class ProviderSource {

    private static final String HIBERNATES_OWN = "org.hibernate.engine.jdbc.connections.internal.";

    // By name, because two of them are deprecated and two are in libraries that may be absent.
    private static final Set<String> OF_DRIVERS = Set.of(
            HIBERNATES_OWN + "DriverManagerConnectionProvider", HIBERNATES_OWN + "DriverManagerConnectionProviderImpl");
    private static final Set<String> OF_DATA_SOURCES = Set.of(
            HIBERNATES_OWN + "DataSourceConnectionProvider",
            HIBERNATES_OWN + "DatasourceConnectionProviderImpl",
            "org.hibernate.hikaricp.internal.HikariCPConnectionProvider",
            "org.hibernate.agroal.internal.AgroalConnectionProvider");

    private ProviderSource() {}

    /** @param trusted whether the application says that its connections are all alike */
    static ConnectionSource of(ConnectionProvider provider, boolean trusted) {
        ConnectionSource source = judge(provider);
        if (!trusted) {
            return source;
        }
        return hasReadOnlyConnections(provider)
                ? new ConnectionSource(
                        true, "the ConnectionProvider has separate connections for read-only sessions", false, null)
                : source.trusted();
    }

    private static ConnectionSource judge(ConnectionProvider provider) {
        String type = provider.getClass().getName();
        if (OF_DRIVERS.contains(type)) {
            return ConnectionSource.OF_DRIVER;
        }
        if (!OF_DATA_SOURCES.contains(type)) {
            return ConnectionSource.unknown(type);
        }
        try {
            return KnownDataSources.judge(provider.unwrap(DataSource.class));
        } catch (RuntimeException e) {
            return ConnectionSource.unknown(type);
        }
    }

    private static boolean hasReadOnlyConnections(ConnectionProvider provider) {
        try {
            return provider.getClass().getMethod("getReadOnlyConnection").getDeclaringClass()
                    != ConnectionProvider.class;
        } catch (NoSuchMethodException e) {
            return true;
        }
    }
}
