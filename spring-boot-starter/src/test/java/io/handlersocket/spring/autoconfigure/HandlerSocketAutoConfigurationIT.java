// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.spring.HandlerSocketClientBuilderCustomizer;
import io.handlersocket.spring.HandlerSocketConnectionDetails;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.repository.FastLookupRepositories;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.Driver;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

@ExtendWith(OutputCaptureExtension.class)
class HandlerSocketAutoConfigurationIT {

    private final ApplicationContextRunner withoutDatabase = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    HandlerSocketAutoConfiguration.class,
                    HandlerSocketHibernateAutoConfiguration.class,
                    HandlerSocketJpaRepositoriesAutoConfiguration.class,
                    HandlerSocketEndpointAutoConfiguration.class))
            .withPropertyValues("management.endpoints.web.exposure.include=handlersocket");

    private final ApplicationContextRunner h2 = withoutDatabase
            .withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:starter;DB_CLOSE_DELAY=-1");

    @Test
    void givesAClientLoadsAndAnEndpoint() {
        h2.run(context -> assertThat(context)
                .hasSingleBean(HandlerSocketClient.class)
                .hasSingleBean(ClientLifecycle.class)
                .hasSingleBean(StartupCheck.class)
                .hasSingleBean(HibernateLoads.class)
                .hasSingleBean(FastLookupRepositories.class)
                .hasSingleBean(HandlerSocketEndpoint.class));
    }

    @Test
    void isSilentOnAnotherDatabase(CapturedOutput output) {
        h2.run(context -> {
            ClientSnapshot snapshot = firstAttempt(context.getBean(HandlerSocketClient.class));

            assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
            assertThat(output).doesNotContain("WARN").doesNotContain("hs:");
        });
    }

    @Test
    void makesNothingWhenSwitchedOff() {
        h2.withPropertyValues("handlersocket.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean(HandlerSocketClient.class)
                        .doesNotHaveBean(HandlerSocketProperties.class)
                        .doesNotHaveBean(HandlerSocketEndpoint.class));
    }

    @Test
    void makesNothingWithoutADataSource() {
        withoutDatabase.run(context -> assertThat(context)
                .hasNotFailed()
                .doesNotHaveBean(HandlerSocketClient.class)
                .doesNotHaveBean(HandlerSocketEndpoint.class));
    }

    @Test
    void leavesHibernateAndRepositoriesAloneWhenTold() {
        h2.withPropertyValues("handlersocket.entities=none")
                .run(context -> assertThat(context)
                        .hasSingleBean(HandlerSocketEndpoint.class)
                        .doesNotHaveBean(HibernateLoads.class)
                        .doesNotHaveBean(FastLookupRepositories.class));
        h2.withPropertyValues("handlersocket.entities=annotated")
                .run(context -> assertThat(context)
                        .hasSingleBean(HibernateLoads.class)
                        .hasSingleBean(FastLookupRepositories.class));
    }

    @Test
    void usesTheApplicationsOwnClient() {
        h2.withUserConfiguration(OwnClient.class).run(context -> {
            assertThat(context).hasSingleBean(HandlerSocketClient.class).hasBean("own");
            assertThat(context).hasSingleBean(ClientLifecycle.class);
        });
    }

    @Test
    void letsConnectionDetailsWinOverProperties() {
        List<String> asked = new ArrayList<>();
        HandlerSocketConnectionDetails details = new HandlerSocketConnectionDetails() {
            @Override
            public String getHost() {
                asked.add("host");
                return "db.example";
            }
        };
        h2.withBean(HandlerSocketConnectionDetails.class, () -> details)
                .withPropertyValues("handlersocket.host=other.example")
                .run(context -> {
                    assertThat(context).doesNotHaveBean(PropertiesConnectionDetails.class);
                    assertThat(asked).isNotEmpty();
                });
    }

    @Test
    void asksCustomizersLast() {
        List<String> asked = new ArrayList<>();
        h2.withBean(HandlerSocketClientBuilderCustomizer.class, () -> builder -> {
                    asked.add("customizer");
                    builder.name("game");
                })
                .run(context -> {
                    assertThat(asked).containsExactly("customizer");
                    assertThat(context.getBean(HandlerSocketClient.class).toString())
                            .contains("game");
                });
    }

    /** As a failure to bind, which Spring Boot explains; the numbers are the client's. */
    @ParameterizedTest
    @CsvSource({
        "startup-timeout=-1s, startup-timeout: PT-1S (expected 0 to 1 hour)",
        "startup-timeout=2h, startup-timeout: PT2H (expected 0 to 1 hour)",
        "port=70000, port: 70000 (expected 1 to 65535)",
        "max-rows=0, max-rows: 0 (expected 1 to 100000)",
        "max-rows=100001, max-rows: 100001 (expected 1 to 100000)"
    })
    void refusesAPropertyThatCannotBe(String property, String message) {
        h2.withPropertyValues("handlersocket." + property)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(BindException.class.getName())
                        .rootCause()
                        .hasMessage(message));
    }

    @Test
    void startsWithoutJpa() {
        h2.withClassLoader(new FilteredClassLoader(
                        "org.hibernate", "jakarta.persistence", "org.springframework.data", "org.springframework.orm"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasSingleBean(HandlerSocketClient.class)
                        .hasSingleBean(HandlerSocketEndpoint.class)
                        .doesNotHaveBean(HibernateLoads.class));
    }

    @Test
    void startsWithHibernateOnAnotherDatabase() {
        h2.withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
                .run(context -> assertThat(
                                context.getBean(HandlerSocketEndpoint.class).entities())
                        .isEmpty());
    }

    @Test
    void doesNotStartWhereItMustBeThereAndIsNot() {
        h2.withPropertyValues("handlersocket.startup=fail")
                .run(context -> assertThat(context)
                        .getFailure()
                        .isInstanceOf(StartupFailure.class)
                        .hasMessageContaining("not MariaDB"));
    }

    @Test
    void asksSqlOnAConnectionOfItsOwn() {
        h2.run(context -> {
            HikariDataSource pool = context.getBean(HikariDataSource.class);

            assertThat(ControlConnections.of(pool, false)).isInstanceOf(UnpooledHikariDataSource.class);
            firstAttempt(context.getBean(HandlerSocketClient.class));
            assertThat(pool.getHikariPoolMXBean()).isNull(); // never asked for a connection
        });
    }

    @Test
    void connectsAsAPoolWithAnyKindOfDataSource() throws SQLException {
        try (HikariDataSource byClass = new HikariDataSource();
                HikariDataSource given = new HikariDataSource()) {
            byClass.setDataSourceClassName(JdbcDataSource.class.getName());
            byClass.addDataSourceProperty("URL", "jdbc:h2:mem:by_class");
            byClass.setUsername("sa");
            byClass.setPassword("");
            given.setDataSource(database());
            given.setConnectionInitSql("SET @who 'twin'");

            assertThat(url(ControlConnections.of(byClass, false))).isEqualTo("jdbc:h2:mem:by_class");
            assertThat(url(ControlConnections.of(given, false))).isEqualTo("jdbc:h2:mem:routed");
            try (Connection connection = ControlConnections.of(given, false).getConnection();
                    ResultSet who = connection.createStatement().executeQuery("SELECT @who")) {
                assertThat(who.next()).isTrue();
                assertThat(who.getString(1)).isEqualTo("twin");
            }
        }
    }

    private static String url(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return connection.getMetaData().getURL();
        }
    }

    @Test
    void saysInOneLineWhyItCannotConnectAsAPoolDoes(CapturedOutput output) {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setPoolName("broken");
            pool.setDataSourceClassName(JdbcDataSource.class.getName());
            pool.addDataSourceProperty("colour", "red");

            assertThat(ControlConnections.of(pool, false)).isSameAs(pool);
        }
        assertThat(output.toString().lines().filter(line -> line.contains("INFO")))
                .singleElement()
                .asString()
                .contains("takes its SQL connection from", "broken", "colour", "one connection more");
        assertThat(output).doesNotContain("\tat ");
    }

    @Test
    void saysWhatItCostsToShareADataSourceThatShowsNothing(CapturedOutput output) {
        DataSource one = new SingleConnectionDataSource("jdbc:h2:mem:hidden", true);
        DataSource hidden = new AbstractDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                return one.getConnection();
            }

            @Override
            public Connection getConnection(String username, String password) throws SQLException {
                return one.getConnection();
            }
        };
        withoutDatabase.withBean("dataSource", DataSource.class, () -> hidden).run(context -> {
            assertThat(firstAttempt(context.getBean(HandlerSocketClient.class)).isOtherProduct())
                    .isTrue();
            assertThat(output.toString().lines().filter(line -> line.contains("takes its SQL connection from")))
                    .singleElement()
                    .asString()
                    .contains(
                            hidden.getClass().getName(), "one connection more", "HandlerSocketClientBuilderCustomizer");
        });
    }

    @Test
    void seesARouteInsideAPool() {
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setDataSource(new DelegatingDataSource(routing()));

            assertThat(ControlConnections.of(pool, false)).isInstanceOf(ControlConnections.Refused.class);
        }
    }

    @Test
    void staysOffWhereTheDataSourceRoutes(CapturedOutput output) {
        withoutDatabase
                .withBean("dataSource", DataSource.class, () -> new DelegatingDataSource(routing()))
                .run(context -> {
                    ClientSnapshot snapshot = firstAttempt(context.getBean(HandlerSocketClient.class));

                    assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
                    assertThat(snapshot.reason()).contains("routes to several databases", "handlersocket.port");
                    assertThat(output.toString().lines().filter(line -> line.contains("WARN")))
                            .singleElement()
                            .asString()
                            .contains("handlersocket.host");
                });
    }

    @Test
    void takesARoutingDataSourceWhereTheEndpointIsExplicit() {
        withoutDatabase
                .withBean("dataSource", DataSource.class, HandlerSocketAutoConfigurationIT::routing)
                .withPropertyValues("handlersocket.host=db.example", "handlersocket.port=9998")
                .run(context -> assertThat(firstAttempt(context.getBean(HandlerSocketClient.class))
                                .isOtherProduct())
                        .isTrue());
    }

    @Test
    void seesARouteThroughWhatIsWrappedAroundIt() {
        LazyConnectionDataSourceProxy split = new LazyConnectionDataSourceProxy(database());
        split.setReadOnlyDataSource(routing());

        assertThat(ControlConnections.routes(split)).as("its target does not").isFalse();
        assertThat(ControlConnections.of(split, false)).isNotInstanceOf(ControlConnections.Refused.class);
        assertThat(ControlConnections.routes(new LazyConnectionDataSourceProxy(routing())))
                .isTrue();
        assertThat(ControlConnections.routes(new DelegatingDataSource(database())))
                .isFalse();
        assertThat(ControlConnections.routes(database())).isFalse();
        assertThat(ControlConnections.routes((DataSource) new ProxyFactory(routing()).getProxy()))
                .isTrue();
    }

    private static DataSource database() {
        return new SimpleDriverDataSource(new Driver(), "jdbc:h2:mem:routed;DB_CLOSE_DELAY=-1");
    }

    private static DataSource routing() {
        AbstractRoutingDataSource routing = new AbstractRoutingDataSource() {
            @Override
            protected Object determineCurrentLookupKey() {
                return "one";
            }
        };
        routing.setTargetDataSources(Map.of("one", database()));
        routing.initialize();
        return routing;
    }

    @Test
    void drainsOnlyForAPauseAndOnlyWhatWasConnected(CapturedOutput output) {
        h2.withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
                .withPropertyValues("spring.jpa.hibernate.ddl-auto=none")
                .run(context -> {
                    firstAttempt(context.getBean(HandlerSocketClient.class));
                    context.getSourceApplicationContext().pause();
                    context.getSourceApplicationContext().restart();
                });
        assertThat(output).doesNotContain("drained");
    }

    @Test
    void saysWhichPropertyToCheck() {
        assertThat(advice("10.0.0.1:9998: error 3 unauth")).contains("Check the secret", "handlersocket.secret");
        assertThat(advice("10.0.0.1:9998: Connection refused"))
                .contains("Check host and port", "handlersocket.host and handlersocket.port");
        assertThat(advice("SQL: Connection refused"))
                .contains("Check the database")
                .doesNotContain("handlersocket.host", "handlersocket.port");
    }

    private static String advice(String reason) {
        StartupFailure failure = StartupFailure.notUsable(Snapshots.of(ClientState.UNREACHABLE, reason));
        return String.valueOf(
                new StartupFailure.Analyzer().analyze(failure, failure).getAction());
    }

    @Test
    void closesTheClientWithTheContext() {
        HandlerSocketClient[] client = new HandlerSocketClient[1];
        h2.run(context -> client[0] = context.getBean(HandlerSocketClient.class));
        assertThat(client[0].snapshot().state()).isEqualTo(ClientState.CLOSED);
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnClient {

        @Bean
        HandlerSocketClient own(DataSource dataSource) {
            return HandlerSocketClient.builder().dataSource(dataSource).build();
        }
    }

    private static ClientSnapshot firstAttempt(HandlerSocketClient client) throws Exception {
        return client.firstAttempt()
                .toCompletableFuture()
                .get(Duration.ofSeconds(10).toMillis(), TimeUnit.MILLISECONDS);
    }
}
