// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.actuate.Report;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.micrometer.core.instrument.MeterRegistry;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.Semaphore;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabase;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseBuilder;
import org.springframework.jdbc.datasource.embedded.EmbeddedDatabaseType;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/** DataSources that are not simply a Hikari pool with a URL. */
@ExtendWith(OutputCaptureExtension.class)
class SourcesIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    private static final String UNKNOWN = "which may choose another server, schema or account for each of them";

    @BeforeAll
    static void create() {
        PlayerApplication.createTable(server);
    }

    @Test
    void connectsAsAHikariPoolThatNamesADataSourceClass(CapturedOutput output) {
        HikariDataSource pool = pool();
        try (pool;
                ConfigurableApplicationContext context = run(pool)) {
            assertThat(pool.getJdbcUrl()).isNull();
            await().until(() -> isReady(context));

            await().untilAsserted(() -> {
                assertThat(context.getBean(Players.class).findById(7L)).isPresent();
                assertThat(loads(context)).isPositive();
            });
            assertThat(output).doesNotContain("\tat ");
        }
    }

    @Test
    void saysOnceThatADataSourceRoutesToSeveralDatabases(CapturedOutput output) {
        try (HikariDataSource pool = pool();
                ConfigurableApplicationContext context = run(routing(pool), "handlersocket.startup=wait")) {
            assertThat(context.getBean(Players.class).findById(7L)).isPresent();
            assertThat(context.getBean(HandlerSocketClient.class).snapshot().state())
                    .isEqualTo(ClientState.NOT_USABLE);
        }
        assertThat(warnings(output))
                .singleElement()
                .asString()
                .contains(
                        "the application's DataSource routes to several databases",
                        "Hibernate and repositories use JDBC meanwhile",
                        "Remove this cause, or accept JDBC")
                .doesNotContain("trust-connections");
    }

    /** Its DataSource is unknown, as that of {@code @DataJpaTest}, but that is not what is wrong. */
    @Test
    void isSilentOnAnEmbeddedDatabase(CapturedOutput output) {
        EmbeddedDatabase h2 = new EmbeddedDatabaseBuilder()
                .generateUniqueName(true)
                .setType(EmbeddedDatabaseType.H2)
                .build();
        try (ConfigurableApplicationContext context =
                run(h2, "spring.jpa.hibernate.ddl-auto=create-drop", "handlersocket.startup=wait")) {
            assertThat(context.getBean(Players.class).findById(7L)).isEmpty();
            assertThat(context.getBean(HandlerSocketClient.class).snapshot().reason())
                    .startsWith("the database is H2");
        } finally {
            h2.shutdown();
        }
        assertThat(warnings(output)).isEmpty();
    }

    private static List<String> warnings(CapturedOutput output) {
        return output.toString()
                .lines()
                .filter(line -> line.contains("WARN") && line.matches(".*([Hh]andlersocket|hs:|HandlerSocket).*"))
                .toList();
    }

    @Test
    void saysThatLoadsStayOnJdbcBehindARoutingDataSource() {
        try (HikariDataSource pool = pool();
                ConfigurableApplicationContext context = patient(
                        routing(pool),
                        "handlersocket.host=" + server.getHost(),
                        "handlersocket.port=" + server.readPort(),
                        "handlersocket.tables=player")) {
            await().until(() -> isReady(context));
            await().ignoreException(UnavailableException.class).until(() -> {
                assertThat(context.getBean(HandlerSocketClient.class)
                                .index("player")
                                .find(7))
                        .as("control: the client itself reads over HandlerSocket")
                        .map(row -> row.getString("name"))
                        .contains("Zoë 7");
                return true;
            });

            assertThat(context.getBean(Players.class).findById(7L)).isPresent();

            assertThat(loads(context)).isZero();
            assertThat(health(context))
                    .containsEntry("route", "JDBC")
                    .containsEntry("state", ClientState.READY)
                    .hasEntrySatisfying(
                            "reason", reason -> assertThat(reason.toString()).contains("default: ", UNKNOWN));
            Report report = context.getBean(HandlerSocketEndpoint.class).report();
            assertThat(report.route()).isEqualTo(Route.JDBC);
            assertThat(report.units()).singleElement().satisfies(unit -> {
                assertThat(unit.unit()).isEqualTo("default");
                assertThat(unit.route()).isEqualTo(Route.JDBC);
                assertThat(unit.reason()).contains(UNKNOWN);
            });
            assertThat(gauge(context, "handlersocket.ready")).isZero();
            assertThat(gauge(context, "handlersocket.loads.share")).isZero();
        }
    }

    @Test
    void trustsAnUnknownDataSourceIfTheApplicationSaysSo(CapturedOutput output) {
        try (HikariDataSource pool = pool();
                ConfigurableApplicationContext context = patient(wrapped(pool))) {
            await().until(() -> isReady(context));
            assertThat(context.getBean(Players.class).findById(7L)).isPresent();

            assertThat(loads(context)).isZero();
            assertThat(output).contains("All loads use JDBC: ", UNKNOWN, "handlersocket.trust-connections=true");
        }
        try (HikariDataSource pool = pool();
                ConfigurableApplicationContext context = run(wrapped(pool), "handlersocket.trust-connections=true")) {
            await().until(() -> isReady(context));
            await().untilAsserted(() -> {
                assertThat(context.getBean(Players.class).findById(7L)).isPresent();
                assertThat(loads(context)).isPositive();
            });
        }
    }

    @Test
    void letsAJpaPropertyDecideAboutTrust() {
        try (HikariDataSource pool = pool();
                ConfigurableApplicationContext context = patient(
                        wrapped(pool),
                        "handlersocket.trust-connections=true",
                        "spring.jpa.properties.handlersocket.trust-connections=false")) {
            await().until(() -> isReady(context));
            assertThat(context.getBean(Players.class).findById(7L)).isPresent();

            assertThat(loads(context)).isZero();
            assertThat(health(context))
                    .hasEntrySatisfying(
                            "reason", reason -> assertThat(reason.toString()).contains(UNKNOWN));
        }
    }

    @Test
    void leavesTheOnlyConnectionToTheApplicationWhereTheClientHasADataSourceOfItsOwn() throws SQLException {
        Hiding hiding = new Hiding();
        HandlerSocketClientBuilderCustomizer own = builder -> builder.dataSource(
                new DriverManagerDataSource(server.getJdbcUrl(), server.getUsername(), server.getPassword()));
        try (ConfigurableApplicationContext context = PlayerApplication.on(server)
                .initializers((GenericApplicationContext beans) -> {
                    beans.registerBean("dataSource", DataSource.class, () -> hiding);
                    beans.registerBean(HandlerSocketClientBuilderCustomizer.class, () -> own);
                })
                .run()) {
            await().until(() -> isReady(context));

            hiding.getConnection().close();
            assertThat(context.getBean(Players.class).findAll()).hasSize(101);
        }
    }

    private static ConfigurableApplicationContext run(DataSource dataSource, String... properties) {
        return application(dataSource, properties).run();
    }

    private static ConfigurableApplicationContext patient(DataSource dataSource, String... properties) {
        return application(dataSource, properties)
                .initializers(PlayerApplication.patient())
                .run();
    }

    private static SpringApplicationBuilder application(DataSource dataSource, String... properties) {
        return PlayerApplication.on(server, properties)
                .initializers((GenericApplicationContext beans) ->
                        beans.registerBean("dataSource", DataSource.class, () -> dataSource));
    }

    private static HikariDataSource pool() {
        Properties properties = new Properties();
        properties.setProperty("url", server.getJdbcUrl());
        properties.setProperty("user", server.getUsername());
        properties.setProperty("password", server.getPassword());
        HikariDataSource pool = new HikariDataSource();
        pool.setDataSourceClassName("org.mariadb.jdbc.MariaDbDataSource");
        pool.setDataSourceProperties(properties);
        pool.setMaximumPoolSize(1);
        return pool;
    }

    /** A wrapper of the application's that does nothing, which only the application knows. */
    private static DataSource wrapped(DataSource target) {
        return new DelegatingDataSource(target) {};
    }

    private static DataSource routing(DataSource target) {
        AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
            @Override
            protected Object determineCurrentLookupKey() {
                return "one";
            }
        };
        routing.setTargetDataSources(Map.of("one", target));
        routing.initialize();
        return routing;
    }

    /** A pool of one connection that shows neither URL nor what it wraps. */
    private static final class Hiding extends AbstractDataSource {

        private final SingleConnectionDataSource target =
                new SingleConnectionDataSource(server.getJdbcUrl(), server.getUsername(), server.getPassword(), false);
        private final Semaphore permits = new Semaphore(1);

        @Override
        public Connection getConnection() throws SQLException {
            if (!permits.tryAcquire()) {
                throw new SQLTransientConnectionException("the only connection is taken");
            }
            Connection connection = target.getConnection();
            return (Connection) Proxy.newProxyInstance(
                    SourcesIT.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("close")) {
                            target.resetConnection();
                            permits.release();
                            return null;
                        }
                        try {
                            return method.invoke(connection, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getTargetException();
                        }
                    });
        }

        @Override
        public Connection getConnection(String username, String password) throws SQLException {
            return getConnection();
        }
    }

    private static boolean isReady(ConfigurableApplicationContext context) {
        return context.getBean(HandlerSocketClient.class).snapshot().state() == ClientState.READY;
    }

    private static long loads(ConfigurableApplicationContext context) {
        return context.getBean(HandlerSocketEndpoint.class).loads().stream()
                .filter(load -> load.handlerSocket() > 0)
                .count();
    }

    private static Map<String, Object> health(ConfigurableApplicationContext context) {
        return Objects.requireNonNull(context.getBean("handlerSocketHealthContributor", HealthIndicator.class)
                        .health())
                .getDetails();
    }

    private static double gauge(ConfigurableApplicationContext context, String name) {
        return context.getBean(MeterRegistry.class).get(name).gauge().value();
    }
}
