// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.boot.jdbc.DataSourceBuilder;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.util.ClassUtils;

/**
 * Finds the DataSource of the client's SQL connections, outside the application's pool. The client must be able to use
 * SQL when the pool is exhausted, and a pool of one connection could not spare one.
 */
final class ControlConnections {

    private static final Logger log = LoggerFactory.getLogger("io.handlersocket.spring");
    private static final boolean HIKARI =
            ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", ControlConnections.class.getClassLoader());

    private ControlConnections() {}

    /**
     * Returns a DataSource that connects as the given one does, outside its pool; the given one if that is not
     * possible. For a DataSource that routes to several databases it returns one that refuses connections, unless the
     * endpoint is explicit: otherwise chance would decide which database the client uses.
     */
    static DataSource of(DataSource dataSource, boolean explicitEndpoint) {
        if (!explicitEndpoint && routes(dataSource)) {
            return new Refused();
        }
        try {
            DataSource own = derived(dataSource, null);
            if (own != null) {
                return explicitEndpoint || !routes(own) ? own : new Refused();
            }
            share(dataSource, "its class does not show how it connects");
        } catch (IllegalStateException e) {
            share(dataSource, e.getMessage());
        }
        return dataSource;
    }

    /**
     * Returns a DataSource that connects to another URL as the given one does, outside its pool.
     *
     * @throws IllegalStateException if the DataSource does not show how it connects
     */
    static DataSource at(DataSource dataSource, String url) {
        DataSource derived = derived(dataSource, url);
        if (derived == null) {
            throw new IllegalStateException(
                    "the application's DataSource does not show how it connects (expected data-source)");
        }
        return derived;
    }

    /**
     * Returns the JDBC URL of a DataSource that {@link #of} made.
     *
     * @throws IllegalStateException if it does not show its URL
     */
    static String url(DataSource own) {
        String url = null;
        if (HIKARI && own instanceof UnpooledHikariDataSource unpooled) {
            url = unpooled.url();
        } else if (own instanceof SimpleDriverDataSource derived) {
            url = derived.getUrl();
        }
        if (url == null) {
            throw new IllegalStateException("the application's DataSource does not show its URL");
        }
        return url;
    }

    /** Returns whether a transaction with this DataSource takes its connection before the first SQL statement. */
    static boolean isEager(DataSource dataSource) {
        try {
            return !dataSource.isWrapperFor(LazyConnectionDataSourceProxy.class);
        } catch (SQLException | RuntimeException e) {
            return true; // it does not say what it wraps
        }
    }

    /**
     * Returns whether a DataSource chooses between databases, even inside wrappers. A {@code
     * LazyConnectionDataSourceProxy} with a separate DataSource for read-only transactions does not count: only such
     * transactions leave its target.
     */
    static boolean routes(DataSource dataSource) {
        try {
            if (dataSource.isWrapperFor(AbstractRoutingDataSource.class)) {
                return true;
            }
        } catch (SQLException | RuntimeException e) {
            // It does not say; the client's own proof that both ways reach one server still holds.
        }
        DataSource inner = inner(dataSource);
        return inner != null && routes(inner);
    }

    private static void share(DataSource dataSource, @Nullable String why) {
        log.info(
                "HandlerSocket: the client takes its SQL connection from {}, because {}. A pool needs one connection more for"
                        + " that; callers wait while the client has the last one. To avoid it, give the client a DataSource"
                        + " of its own with a HandlerSocketClientBuilderCustomizer.",
                dataSource.getClass().getName(),
                why);
    }

    /**
     * @param url where to connect to; null for the same server
     * @return null if the DataSource does not show how it connects
     * @throws IllegalStateException if its pool does not; the message says why
     */
    private static @Nullable DataSource derived(DataSource dataSource, @Nullable String url) {
        DataSource pool = HIKARI ? UnpooledHikariDataSource.of(dataSource, url) : null;
        if (pool != null) {
            return pool;
        }
        try {
            DataSourceBuilder<SimpleDriverDataSource> builder =
                    DataSourceBuilder.derivedFrom(root(dataSource)).type(SimpleDriverDataSource.class);
            SimpleDriverDataSource derived = (url == null ? builder : builder.url(url)).build();
            return derived.getUrl() == null ? null : derived; // without a URL every connection attempt would fail
        } catch (RuntimeException e) {
            log.debug("No connection parameters in {}", dataSource.getClass(), e);
            return null;
        }
    }

    /** Returns the DataSource inside all wrappers. Spring Boot has such a method only since 4.1. */
    private static DataSource root(DataSource dataSource) {
        DataSource inner = inner(dataSource);
        return inner == null ? dataSource : root(inner);
    }

    /** Returns the DataSource that this one wraps; null if it wraps none, or does not show it. */
    private static @Nullable DataSource inner(DataSource dataSource) {
        if (dataSource instanceof DelegatingDataSource delegating) {
            return delegating.getTargetDataSource();
        }
        if (AopProxyUtils.getSingletonTarget(dataSource) instanceof DataSource target) {
            return target;
        }
        try {
            DataSource inner = dataSource.isWrapperFor(DataSource.class) ? dataSource.unwrap(DataSource.class) : null;
            return inner == dataSource ? null : inner;
        } catch (SQLException | RuntimeException e) {
            return null;
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
