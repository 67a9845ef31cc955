// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.jdbc.datasource.AbstractDataSource;

/**
 * Connects as a Hikari pool does: same URL, driver properties, present credentials and session settings. What a session
 * setting does to values must be known, so it has to be the same here.
 */
final class HikariTwin extends AbstractDataSource {

    private final HikariDataSource pool;

    private HikariTwin(HikariDataSource pool) {
        this.pool = pool;
    }

    /** Null if it is no Hikari pool, or one that does not connect by URL. */
    static @Nullable DataSource of(DataSource dataSource) {
        HikariDataSource pool =
                DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class, HikariDataSource.class);
        if (pool == null) {
            return null;
        }
        return pool.getJdbcUrl() == null ? pool.getDataSource() : new HikariTwin(pool);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Credentials credentials = pool.getCredentials();
        return connect(credentials.getUsername(), credentials.getPassword());
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return connect(username, password);
    }

    private Connection connect(@Nullable String username, @Nullable String password) throws SQLException {
        Properties properties = new Properties();
        pool.getDataSourceProperties()
                .forEach((key, value) -> properties.setProperty(key.toString(), value.toString()));
        if (username != null) {
            properties.setProperty("user", username);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        Connection connection = DriverManager.getConnection(pool.getJdbcUrl(), properties);
        try {
            prepare(connection);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    private void prepare(Connection connection) throws SQLException {
        if (pool.getCatalog() != null) {
            connection.setCatalog(pool.getCatalog());
        }
        if (pool.getSchema() != null) {
            connection.setSchema(pool.getSchema());
        }
        if (pool.getConnectionInitSql() != null) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(pool.getConnectionInitSql());
            }
        }
    }
}
