// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Replaces a DataSource that routes to several databases: the client cannot connect, and its WARN and the endpoint say
 * why.
 */
final class RefusedDataSource extends AbstractDataSource {

    private static final String REASON =
            "the application's DataSource routes to several databases, so Hibernate and repositories load over JDBC;"
                    + " handlersocket.host and handlersocket.port connect the client alone, for HandlerSocketOperations";

    @Override
    public Connection getConnection() throws SQLException {
        throw new SQLException(REASON);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLException(REASON);
    }
}
