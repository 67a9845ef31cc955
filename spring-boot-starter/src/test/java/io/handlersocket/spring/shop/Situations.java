// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.shop;

import com.p6spy.engine.spy.P6DataSource;
import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** What applications put around their DataSource and their repositories. None of it is found by scanning. */
final class Situations {

    private Situations() {}

    /** Puts something around the DataSource. */
    private interface AroundDataSource extends BeanPostProcessor {

        DataSource around(DataSource pool);

        @Override
        default Object postProcessAfterInitialization(Object bean, String name) {
            return bean instanceof HikariDataSource pool ? around(pool) : bean;
        }
    }

    /** A schema for each tenant, chosen by the thread. */
    static final class SchemaPerTenant {

        private static final ThreadLocal<String> schema = new ThreadLocal<>();

        static <T> T as(String tenant, Supplier<T> action) {
            schema.set(tenant);
            try {
                return action.get();
            } finally {
                schema.remove();
            }
        }

        @Bean
        static BeanPostProcessor schemaPerTenant() {
            return (AroundDataSource) CatalogOfTenant::new;
        }

        /** Sets the catalog at each checkout. */
        private static final class CatalogOfTenant extends DelegatingDataSource {

            CatalogOfTenant(DataSource pool) {
                super(pool);
            }

            @Override
            public Connection getConnection() throws SQLException {
                Connection connection = super.getConnection();
                String tenant = schema.get();
                if (tenant != null) {
                    connection.setCatalog(tenant);
                }
                return connection;
            }
        }
    }

    /** Read-only transactions go to a replica, which is another schema here so that its rows can be told apart. */
    static final class ReadWriteSplit {

        @Bean
        static BeanPostProcessor readWriteSplit() {
            return (AroundDataSource) primary -> {
                LazyConnectionDataSourceProxy split = new LazyConnectionDataSourceProxy(primary);
                split.setReadOnlyDataSource(replica());
                return split;
            };
        }

        private static DataSource replica() {
            HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
            HikariDataSource replica = new HikariDataSource();
            replica.setJdbcUrl(
                    server.getJdbcUrl().replace("/" + server.getDatabaseName(), "/" + ShopSituationsIT.OTHER));
            replica.setUsername(server.getUsername());
            replica.setPassword(server.getPassword());
            replica.setMaximumPoolSize(2);
            return replica;
        }
    }

    /** Statements are looked at by p6spy. */
    static final class Spied {

        static {
            System.setProperty("p6spy.config.modulelist", "com.p6spy.engine.spy.P6SpyFactory"); // it logs nothing
        }

        @Bean
        static BeanPostProcessor spied() {
            return (AroundDataSource) P6DataSource::new;
        }
    }

    /** Calls of a repository pass only with permission; the check is next to the repository, within its transaction. */
    static final class AccessControl {

        private static final ThreadLocal<Boolean> denied = new ThreadLocal<>();

        static <T> T denied(Supplier<T> action) {
            denied.set(true);
            try {
                return action.get();
            } finally {
                denied.remove();
            }
        }

        @Bean
        static BeanPostProcessor accessControl() {
            MethodInterceptor check = invocation -> {
                if (denied.get() != null) {
                    throw new SecurityException("denied");
                }
                return invocation.proceed();
            };
            return new BeanPostProcessor() {
                @Override
                public Object postProcessBeforeInitialization(Object bean, String name) {
                    if (bean instanceof JpaRepositoryFactoryBean<?, ?, ?> factory) {
                        factory.addRepositoryFactoryCustomizer(repositories ->
                                repositories.addRepositoryProxyPostProcessor((proxy, type) -> proxy.addAdvice(check)));
                    }
                    return bean;
                }
            };
        }
    }
}
