// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * Finds a DataSource that chooses between databases, even inside wrappers. A {@code LazyConnectionDataSourceProxy} with
 * a separate DataSource for read-only transactions does not count: only such transactions leave its target.
 */
final class RoutingDataSources {

    private RoutingDataSources() {}

    static boolean isIn(DataSource dataSource) {
        if (wraps(dataSource)) {
            return true;
        }
        DataSource inner = ControlConnections.inner(dataSource);
        return inner != null && isIn(inner);
    }

    private static boolean wraps(DataSource dataSource) {
        try {
            return dataSource.isWrapperFor(AbstractRoutingDataSource.class);
        } catch (SQLException | RuntimeException e) {
            return false; // does not say; the client's own proof that both ways reach one server still holds
        }
    }

    /**
     * Replaces a DataSource that routes to several databases: the client cannot connect, and its WARN and the endpoint
     * say why.
     */
    static final class Refused extends AbstractDataSource {

        private static final String REASON =
                "the application's DataSource routes to several databases. To connect the client alone,"
                        + " set handlersocket.host and handlersocket.port";

        @Override
        public Connection getConnection() throws SQLException {
            throw new SQLFeatureNotSupportedException(REASON);
        }

        @Override
        public Connection getConnection(String username, String password) throws SQLException {
            throw new SQLFeatureNotSupportedException(REASON);
        }
    }
}
