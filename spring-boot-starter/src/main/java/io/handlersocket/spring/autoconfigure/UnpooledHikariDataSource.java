// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import com.zaxxer.hikari.util.DriverDataSource;
import com.zaxxer.hikari.util.PropertyElf;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.JndiDataSourceLookup;
import org.springframework.util.ClassUtils;

/**
 * Connects as a Hikari pool does: with the same driver or DataSource, properties, current credentials and session
 * settings. Session settings change what SQL returns, so they must be the same here.
 */
final class UnpooledHikariDataSource extends DelegatingDataSource {

    private final HikariDataSource pool;

    private UnpooledHikariDataSource(HikariDataSource pool, DataSource target) {
        super(target);
        this.pool = pool;
    }

    /**
     * Returns a DataSource that connects like the Hikari pool in this DataSource; null if there is no such pool.
     *
     * @param url where to connect to; null for the pool's own server
     * @throws IllegalStateException if the pool does not say how it connects, its DataSource cannot be created, or
     *     no driver exists for the URL; the message has one line
     */
    static @Nullable DataSource of(DataSource dataSource, @Nullable String url) {
        HikariDataSource pool = dataSource instanceof UnpooledHikariDataSource unpooled
                ? unpooled.pool
                : DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class, HikariDataSource.class);
        if (pool == null) {
            return null;
        }
        try {
            return new UnpooledHikariDataSource(pool, url == null ? target(pool) : target(pool, url));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
            throw new IllegalStateException(
                    url == null
                            ? "the DataSource of the pool " + pool.getPoolName() + " cannot be made: "
                                    + String.valueOf(e).lines().findFirst().orElse("")
                            : "no driver accepts its url (expected a JDBC URL of MariaDB)",
                    e);
        }
    }

    private static DataSource target(HikariDataSource pool, String url) {
        Credentials credentials = pool.getCredentials();
        return new DriverDataSource(
                url,
                pool.getDriverClassName(),
                pool.getDataSourceProperties(),
                credentials.getUsername(),
                credentials.getPassword());
    }

    /** Returns the source of the pool's connections; the order of the checks is the pool's. */
    private static DataSource target(HikariDataSource pool) throws ReflectiveOperationException {
        if (pool.getDataSource() != null) {
            return pool.getDataSource();
        }
        if (pool.getDataSourceClassName() != null) {
            DataSource made = (DataSource) ClassUtils.forName(pool.getDataSourceClassName(), null)
                    .getDeclaredConstructor()
                    .newInstance();
            PropertyElf.setTargetFromProperties(made, pool.getDataSourceProperties());
            return made;
        }
        if (pool.getJdbcUrl() != null) {
            return target(pool, pool.getJdbcUrl());
        }
        if (pool.getDataSourceJNDI() != null) {
            return new JndiDataSourceLookup().getDataSource(pool.getDataSourceJNDI());
        }
        throw new IllegalArgumentException("neither a URL nor a DataSource is configured");
    }

    /** Returns the pool's JDBC URL; null if the pool has a DataSource instead. */
    @Nullable
    String url() {
        return pool.getDataSource() == null && pool.getDataSourceClassName() == null ? pool.getJdbcUrl() : null;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Credentials credentials = pool.getCredentials();
        return credentials.getUsername() == null
                ? prepared(obtainTargetDataSource().getConnection())
                : getConnection(credentials.getUsername(), credentials.getPassword());
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return prepared(obtainTargetDataSource().getConnection(username, password));
    }

    private Connection prepared(Connection connection) throws SQLException {
        try {
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
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }
}
