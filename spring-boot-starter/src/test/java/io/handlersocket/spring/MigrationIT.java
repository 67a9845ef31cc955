// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.DrainLock;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.autoconfigure.HandlerSocketAutoConfiguration;
import io.handlersocket.spring.autoconfigure.HandlerSocketMigrationAutoConfiguration;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import liquibase.exception.LiquibaseException;
import liquibase.integration.spring.SpringLiquibase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.liquibase.autoconfigure.LiquibaseAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * One application under load, and a second one that starts and changes the table the first one reads. The migrations wait for
 * a lock for 3 s at most, by the server's own watch.
 */
@Timeout(60)
class MigrationIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final List<String> states = new CopyOnWriteArrayList<>();
    private static ConfigurableApplicationContext first;
    private static Players players;

    private final ApplicationContextRunner second = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    HandlerSocketAutoConfiguration.class,
                    HandlerSocketMigrationAutoConfiguration.class,
                    DataSourceAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=" + server.getJdbcUrl(),
                    "spring.datasource.username=" + server.getUsername(),
                    "spring.datasource.password=" + server.getPassword(),
                    "spring.datasource.hikari.maximum-pool-size=2");

    @BeforeAll
    static void start() {
        PlayerApplication.createTable(server);
        server.execute(
                "DROP TABLE IF EXISTS flyway_schema_history",
                "DROP TABLE IF EXISTS DATABASECHANGELOG",
                "DROP TABLE IF EXISTS DATABASECHANGELOGLOCK");
        first = PlayerApplication.on(server, "handlersocket.startup=fail")
                .sources(Recorder.class)
                .run();
        players = first.getBean(Players.class);
    }

    @AfterAll
    static void stop() {
        first.close();
    }

    @Test
    void flywayGetsItsLocksAndNobodySeesAnError() throws Exception {
        ApplicationContextRunner flyway = second.withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class))
                .withPropertyValues(
                        "spring.flyway.locations=classpath:migrations/flyway",
                        "spring.flyway.baseline-on-migrate=true",
                        "spring.flyway.baseline-version=0");

        migratesUnderLoad(flyway, "flyway");

        states.clear();
        flyway.run(context -> assertThat(context).hasNotFailed());
        assertThat(states).as("nothing to migrate").noneMatch(state -> state.startsWith("DRAINED"));
    }

    @Test
    void liquibaseGetsItsLocksAndNobodySeesAnError() throws Exception {
        ApplicationContextRunner liquibase = second.withConfiguration(
                        AutoConfigurations.of(LiquibaseAutoConfiguration.class))
                .withPropertyValues("spring.liquibase.change-log=classpath:migrations/liquibase.sql");

        migratesUnderLoad(liquibase, "liquibase");

        states.clear();
        liquibase.run(context -> assertThat(context).hasNotFailed());
        assertThat(states).as("nothing to migrate").noneMatch(state -> state.startsWith("DRAINED"));
    }

    /** A widespread subclass works on another thread, so that the application starts earlier. */
    @Test
    void liquibaseOnAnotherThreadHoldsNoLockAfterItsChanges() {
        second.withUserConfiguration(AsyncLiquibase.Beans.class).run(context -> {
            assertThat(context).hasNotFailed();
            await().atMost(Duration.ofSeconds(30)).until(() -> columns().contains("later_still"));
            await().atMost(Duration.ofSeconds(30)).until(() -> lockHolder() == null);
            await().atMost(Duration.ofSeconds(30)).until(MigrationIT::isFast);
        });
    }

    static final class AsyncLiquibase extends SpringLiquibase {

        @Override
        public void afterPropertiesSet() {
            new Thread(
                            () -> {
                                try {
                                    super.afterPropertiesSet();
                                } catch (LiquibaseException e) {
                                    throw new IllegalStateException(e);
                                }
                            },
                            "async-liquibase")
                    .start();
        }

        @Configuration(proxyBeanMethods = false)
        static class Beans {

            @Bean
            SpringLiquibase liquibase(DataSource dataSource) {
                AsyncLiquibase liquibase = new AsyncLiquibase();
                liquibase.setDataSource(dataSource);
                liquibase.setChangeLog("classpath:migrations/liquibase-later.sql");
                return liquibase;
            }
        }
    }

    private static void migratesUnderLoad(ApplicationContextRunner application, String column) throws Exception {
        await().until(MigrationIT::isFast);
        states.clear();
        try (Load load = new Load(4, MigrationIT::readAny)) {
            await().until(() -> load.calls() > 100);

            application.run(context -> assertThat(context).hasNotFailed());

            assertThat(load.failures()).isEmpty();
            await().atMost(Duration.ofSeconds(30)).until(MigrationIT::isFast);
        }
        assertThat(states).anyMatch(state -> state.startsWith("DRAINED") && state.contains(DrainLock.NAME));
        assertThat(columns()).contains(column);
        assertThat(lockHolder()).isNull();
    }

    private static void readAny(long number) {
        long id = 1 + number % 100;
        assertThat(players.findById(id)).map(Player::getName).contains("Zoë " + id);
        LockSupport.parkNanos(1_000_000); // hundreds of reads a second, and the migration has a processor
    }

    private static boolean isFast() {
        return first.getBean(HandlerSocketEndpoint.class).entities().stream()
                .anyMatch(plan -> plan.route() == Route.HANDLERSOCKET);
    }

    private static String columns() throws Exception {
        return value("SELECT GROUP_CONCAT(column_name) FROM information_schema.columns WHERE table_schema = database()"
                + " AND table_name = 'player'");
    }

    private static String lockHolder() throws Exception {
        return value("SELECT IS_USED_LOCK('" + DrainLock.NAME + "')");
    }

    private static String value(String sql) throws Exception {
        try (var connection = server.dataSource().getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : "";
        }
    }

    /** Writes down what the first application's client does. */
    @Configuration(proxyBeanMethods = false)
    static class Recorder {

        @Bean
        ClientListener clientListener() {
            return new ClientListener() {
                @Override
                public void stateChanged(ClientState before, ClientState now, String reason) {
                    states.add(now + " " + reason);
                }
            };
        }
    }
}
