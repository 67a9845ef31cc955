// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Replaces a DataSource that routes to several databases: the client cannot connect, and its WARN and the endpoint say
 * why.
 */
final class RefusedDataSource extends AbstractDataSource {

    private static final String REASON =
            "the application's DataSource routes to several databases. To connect the client alone, for"
                    + " HandlerSocketOperations, set handlersocket.host and handlersocket.port";

    @Override
    public Connection getConnection() throws SQLException {
        throw new SQLFeatureNotSupportedException(REASON);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException(REASON);
    }
}
