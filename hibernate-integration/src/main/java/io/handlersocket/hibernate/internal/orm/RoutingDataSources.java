// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.orm;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;
import org.jspecify.annotations.Nullable;

/** DataSources that choose a server anew for each connection, known by the name of Spring's base class. */
final class RoutingDataSources {

    private static final String SIMPLE_NAME = "AbstractRoutingDataSource";
    private static final String NAME = "org.springframework.jdbc.datasource.lookup." + SIMPLE_NAME;

    private RoutingDataSources() {}

    /** Whether this provider's connections come from such a DataSource, wrapped or not. */
    static boolean isBehind(ConnectionProvider provider) {
        try {
            return provider.isUnwrappableAs(DataSource.class) && routes(provider.unwrap(DataSource.class));
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static boolean routes(@Nullable DataSource dataSource) {
        if (dataSource == null) {
            return false;
        }
        for (Class<?> type = dataSource.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getSimpleName().equals(SIMPLE_NAME)) {
                return true;
            }
        }
        try {
            Class<?> routing = Class.forName(NAME, false, dataSource.getClass().getClassLoader());
            return dataSource.isWrapperFor(routing);
        } catch (ClassNotFoundException | LinkageError | SQLException e) {
            return false;
        }
    }
}
