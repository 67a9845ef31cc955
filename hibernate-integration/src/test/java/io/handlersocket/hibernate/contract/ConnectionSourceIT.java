// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static io.handlersocket.hibernate.contract.Situation.SOURCE;
import static io.handlersocket.hibernate.contract.Situation.fast;
import static io.handlersocket.hibernate.contract.Situation.jdbc;
import static org.assertj.core.api.Assertions.assertThat;

import com.p6spy.engine.spy.P6DataSource;
import com.zaxxer.hikari.HikariDataSource;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.AgroalPoolInterceptor;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.Routed;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.instrumentation.jdbc.datasource.JdbcTelemetry;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.listener.MethodExecutionContext;
import net.ttddyy.dsproxy.listener.MethodExecutionListener;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.apache.commons.dbcp2.BasicDataSource;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.IsolationLevelDataSourceAdapter;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.jdbc.datasource.UserCredentialsDataSourceAdapter;

/** Where connections come from: sources that are known, each as the real library gives it, and sources that are not. */
class ConnectionSourceIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    static {
        System.setProperty("p6spy.config.modulelist", "com.p6spy.engine.spy.P6SpyFactory"); // it logs nothing
    }

    private static HandlerSocketClient client;

    /** Makes a source. */
    private interface Maker {
        DataSource make() throws Exception;
    }

    private record Source(Situation situation, Maker maker) {

        @Override
        public String toString() {
            return situation.name();
        }
    }

    @BeforeAll
    static void create() {
        Coin.create(SERVER);
        client = App.client(SERVER);
    }

    @AfterAll
    static void stop() {
        client.close();
    }

    private static HikariDataSource hikari() {
        return hikari(SERVER.getJdbcUrl());
    }

    private static HikariDataSource hikari(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        pool.setUsername(SERVER.getUsername());
        pool.setPassword(SERVER.getPassword());
        pool.setMaximumPoolSize(2);
        return pool;
    }

    private static HikariDataSource hikariOver(DataSource dataSource) {
        HikariDataSource pool = new HikariDataSource();
        pool.setDataSource(dataSource);
        pool.setMaximumPoolSize(2);
        return pool;
    }

    private static org.apache.tomcat.jdbc.pool.DataSource tomcat(String interceptors) {
        org.apache.tomcat.jdbc.pool.DataSource pool = new org.apache.tomcat.jdbc.pool.DataSource();
        pool.setUrl(SERVER.getJdbcUrl());
        pool.setDriverClassName("org.mariadb.jdbc.Driver");
        pool.setUsername(SERVER.getUsername());
        pool.setPassword(SERVER.getPassword());
        pool.setInitialSize(0);
        pool.setMinIdle(0);
        pool.setJdbcInterceptors(interceptors);
        return pool;
    }

    private static BasicDataSource dbcp() {
        BasicDataSource pool = new BasicDataSource();
        pool.setUrl(SERVER.getJdbcUrl());
        pool.setUsername(SERVER.getUsername());
        pool.setPassword(SERVER.getPassword());
        return pool;
    }

    private static AgroalDataSource agroal() throws SQLException {
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(pool -> pool.maxSize(2)
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(SERVER.getJdbcUrl())
                                .principal(new NamePrincipal(SERVER.getUsername()))
                                .credential(new SimplePassword(SERVER.getPassword())))));
    }

    private static AgroalDataSource agroalWithInterceptor() throws SQLException {
        AgroalDataSource pool = agroal();
        pool.setPoolInterceptors(List.of(new AgroalPoolInterceptor() {}));
        return pool;
    }

    private static LazyConnectionDataSourceProxy lazy(DataSource readOnly) {
        return lazy(hikari(), readOnly);
    }

    private static LazyConnectionDataSourceProxy lazy(DataSource target, DataSource readOnly) {
        LazyConnectionDataSourceProxy lazy = new LazyConnectionDataSourceProxy(target);
        if (readOnly != null) {
            lazy.setReadOnlyDataSource(readOnly);
        }
        return lazy;
    }

    /** Fails if a connection is asked for. */
    private static final class Unreachable extends AbstractDataSource {

        @Override
        public Connection getConnection() {
            throw new AssertionError("a connection of the read-only DataSource (expected none)");
        }

        @Override
        public Connection getConnection(String username, String password) {
            return getConnection();
        }
    }

    /** Sets the catalog at each checkout, as a schema for each tenant does. */
    private static final class CatalogOfTenant extends DelegatingDataSource {

        CatalogOfTenant(DataSource target) {
            super(target);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            connection.setCatalog(SERVER.getDatabaseName());
            return connection;
        }
    }

    private static UserCredentialsDataSourceAdapter credentials() {
        UserCredentialsDataSourceAdapter adapter = new UserCredentialsDataSourceAdapter();
        adapter.setTargetDataSource(driver());
        adapter.setUsername(SERVER.getUsername());
        adapter.setPassword(SERVER.getPassword());
        return adapter;
    }

    private static DriverManagerDataSource driver() {
        return new DriverManagerDataSource(SERVER.getJdbcUrl(), SERVER.getUsername(), SERVER.getPassword());
    }

    private static IsolationLevelDataSourceAdapter isolation() {
        IsolationLevelDataSourceAdapter adapter = new IsolationLevelDataSourceAdapter();
        adapter.setTargetDataSource(hikari());
        return adapter;
    }

    private static Source known(String name, Maker maker) {
        return new Source(fast(name), maker);
    }

    private static Source unknown(String name, String reason, Maker maker) {
        return new Source(jdbc(name, reason), maker);
    }

    static Stream<Source> sources() {
        String p6spyUrl = SERVER.getJdbcUrl().replace("jdbc:", "jdbc:p6spy:");
        return Stream.of(
                known("HikariCP", ConnectionSourceIT::hikari),
                known("HikariCP over the driver's DataSource", () -> hikariOver(SERVER.dataSource())),
                known("HikariCP over p6spy's driver", () -> hikari(p6spyUrl)),
                known("Tomcat JDBC", () -> tomcat("ConnectionState;StatementFinalizer")),
                known("DBCP2", ConnectionSourceIT::dbcp),
                known("Agroal", ConnectionSourceIT::agroal),
                known("the driver's DataSource", SERVER::dataSource),
                known("Spring's DriverManagerDataSource", ConnectionSourceIT::driver),
                known("Spring's LazyConnectionDataSourceProxy", () -> lazy(null)),
                known("p6spy's P6DataSource", () -> new P6DataSource(hikari())),
                known(
                        "datasource-proxy",
                        () -> ProxyDataSourceBuilder.create(hikari()).build()),
                known(
                        "OpenTelemetry's DataSource",
                        () -> JdbcTelemetry.create(OpenTelemetry.noop()).wrap(hikari())),
                known(
                        "LazyConnectionDataSourceProxy over datasource-proxy",
                        () -> new LazyConnectionDataSourceProxy(
                                ProxyDataSourceBuilder.create(hikari()).build())),
                known(
                        "LazyConnectionDataSourceProxy with a read-only DataSource, outside read-only transactions",
                        () -> lazy(new Unreachable())),
                unknown(
                        "a DataSource that sets the catalog at each checkout",
                        SOURCE,
                        () -> new CatalogOfTenant(hikari())),
                unknown(
                        "a pool over an unknown DataSource",
                        "it makes connections by",
                        () -> hikariOver(new CatalogOfTenant(SERVER.dataSource()))),
                unknown(
                        "Tomcat JDBC with an interceptor of the application's",
                        "may change connections",
                        () -> tomcat(Interceptor.class.getName())),
                unknown(
                        "Agroal with an interceptor",
                        "its interceptors may change connections",
                        ConnectionSourceIT::agroalWithInterceptor),
                unknown(
                        "datasource-proxy that changes statements",
                        "it changes statements by",
                        () -> ProxyDataSourceBuilder.create(hikari())
                                .queryTransformer(info -> info.getQuery())
                                .build()),
                unknown(
                        "datasource-proxy with a listener of the application's",
                        "its listener may change connections",
                        () -> ProxyDataSourceBuilder.create(hikari())
                                .methodListener(new Looking())
                                .build()),
                unknown("TransactionAwareDataSourceProxy", SOURCE, () -> new TransactionAwareDataSourceProxy(hikari())),
                unknown(
                        "SingleConnectionDataSource",
                        SOURCE,
                        () -> new SingleConnectionDataSource(SERVER.dataSource().getConnection(), true)),
                unknown("UserCredentialsDataSourceAdapter", SOURCE, ConnectionSourceIT::credentials),
                unknown("IsolationLevelDataSourceAdapter", SOURCE, ConnectionSourceIT::isolation),
                unknown(
                        "a subclass of a known DataSource",
                        SOURCE,
                        () -> new DriverManagerDataSource(
                                SERVER.getJdbcUrl(), SERVER.getUsername(), SERVER.getPassword()) {}));
    }

    /** Does nothing, which cannot be known. */
    private static final class Looking implements MethodExecutionListener {

        @Override
        public void beforeMethod(MethodExecutionContext context) {}

        @Override
        public void afterMethod(MethodExecutionContext context) {}
    }

    /** Does nothing, which cannot be known. */
    public static final class Interceptor extends org.apache.tomcat.jdbc.pool.JdbcInterceptor {

        @Override
        public void reset(
                org.apache.tomcat.jdbc.pool.ConnectionPool parent, org.apache.tomcat.jdbc.pool.PooledConnection con) {}
    }

    private static SessionFactory factory(DataSource dataSource, boolean trusted) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(HandlerSocketSettings.CLIENT, client);
        settings.put(HandlerSocketSettings.TRUST_CONNECTIONS, trusted);
        return Factories.build(dataSource, settings, Coin.class);
    }

    /** Waits until loads go there, or for what should bring them there. */
    private static void assertGoes(SessionFactory factory, Situation situation) {
        HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
        loads.prepare().toCompletableFuture().join();
        if (situation.route() == Route.HANDLERSOCKET) {
            Route inTransaction = App.checksWrites(SERVER) ? Route.JDBC : Route.HANDLERSOCKET;
            for (int i = 0; i < 5; i++) {
                assertThat(Routed.loads(loads, Route.HANDLERSOCKET, 1, () -> Coin.worth(factory)))
                        .isEqualTo(10);
                assertThat(Routed.loads(loads, inTransaction, 1, () -> factory.<Integer>fromTransaction(Coin::worth)))
                        .isEqualTo(10);
            }
        } else {
            for (int i = 0; i < 5; i++) {
                assertThat(Coin.worth(factory)).isEqualTo(10);
                assertThat(factory.<Integer>fromTransaction(Coin::worth)).isEqualTo(10);
            }
            assertThat(loads.count(Route.HANDLERSOCKET))
                    .as("%s", loads.counts())
                    .isZero();
            assertThat(loads.counts())
                    .extracting(LoadCount::reason)
                    .allMatch(reason -> reason.contains(situation.reason()));
            assertThat(String.valueOf(loads.refusal(null))).contains(situation.reason());
        }
    }

    @ParameterizedTest
    @MethodSource("sources")
    void isKnownOrLeftToJdbc(Source source) throws Exception {
        DataSource dataSource = source.maker().make();
        try (SessionFactory factory = factory(dataSource, false)) {
            assertGoes(factory, source.situation());
        } finally {
            close(dataSource);
        }
    }

    @Test
    void anUnknownSourceIsLeftToJdbc() throws Exception {
        CatalogOfTenant dataSource = new CatalogOfTenant(hikari());
        try (SessionFactory factory = factory(dataSource, false)) {
            assertGoes(factory, jdbc("a DataSource that sets the catalog at each checkout", SOURCE));
        } finally {
            close(dataSource.getTargetDataSource());
        }
    }

    @Test
    void anUnknownSourceIsTrustedWhereTheApplicationSaysSo() throws Exception {
        CatalogOfTenant dataSource = new CatalogOfTenant(hikari());
        try (SessionFactory factory = factory(dataSource, true)) {
            assertGoes(factory, fast("an unknown source that the application trusts"));
        } finally {
            close(dataSource.getTargetDataSource());
        }
    }

    @Test
    void anUnknownSourceWithAReadOnlyDataSourceIsNeverTrusted() throws Exception {
        CatalogOfTenant target = new CatalogOfTenant(hikari());
        try (SessionFactory factory = factory(lazy(target, new Unreachable()), true)) {
            assertGoes(factory, jdbc("an unknown source with a read-only DataSource", SOURCE));
        } finally {
            close(target);
        }
    }

    private static void close(DataSource dataSource) throws Exception {
        DataSource inner =
                dataSource instanceof DelegatingDataSource wrapper ? wrapper.getTargetDataSource() : dataSource;
        if (inner instanceof AutoCloseable pool) {
            pool.close();
        } else if (inner instanceof org.apache.tomcat.jdbc.pool.DataSource pool) {
            pool.close();
        }
    }

    static Stream<Situation> situations() {
        return Stream.concat(
                sources().map(Source::situation), Stream.of(fast("an unknown source that the application trusts")));
    }
}
