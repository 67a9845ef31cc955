// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Stands for a DataSource that chooses among databases: the client stays off, and its WARN and the endpoint say why. */
final class RefusedDataSource extends AbstractDataSource {

    private static final String REASON =
            "the application's DataSource routes to several databases, and HandlerSocket must"
                    + " reach the one that JDBC reaches; set handlersocket.host and handlersocket.port if there is only one";

    @Override
    public Connection getConnection() throws SQLException {
        throw new SQLException(REASON);
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        throw new SQLException(REASON);
    }
}
