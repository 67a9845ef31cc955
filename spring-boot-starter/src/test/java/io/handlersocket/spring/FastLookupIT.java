// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.LookupRoute.HANDLERSOCKET;
import static io.handlersocket.spring.LookupRoute.JDBC;
import static io.handlersocket.spring.LookupRoute.MEMORY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.LookupListener.Lookup;
import io.handlersocket.spring.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.app.LockedPlayers;
import io.handlersocket.spring.app.PlainPlayers;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.Advised;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.orm.jpa.EntityManagerHolder;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

class FastLookupIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static final List<Lookup> lookups = new ArrayList<>();
    private static ConfigurableApplicationContext context;
    private static Players players;
    private static JdbcTemplate jdbc;

    @BeforeAll
    static void start() {
        PlayerApplication.createTable(server);
        context = PlayerApplication.on(server, "spring.datasource.connection-fetch=lazy")
                .sources(Recorder.class)
                .run();
        players = context.getBean(Players.class);
        jdbc = context.getBean(JdbcTemplate.class);
        HandlerSocketEndpoint endpoint = context.getBean(HandlerSocketEndpoint.class);
        await().until(() -> !endpoint.report().entities().isEmpty()
                && endpoint.report().entities().get(0).route() == Route.HANDLERSOCKET);
    }

    @AfterAll
    static void stop() {
        context.close();
    }

    @BeforeEach
    void forget() {
        lookups.clear();
        server.execute("UPDATE player SET level = id MOD 7");
    }

    @Test
    void sendsNoSqlCommandAndReadsByKey() {
        players.findById(1L);
        long keyReads = server.globalStatus("Handler_read_key");

        long commands = commands(() -> players.findById(42L));

        assertThat(commands).isZero();
        assertThat(server.globalStatus("Handler_read_key")).isGreaterThan(keyReads);
        assertThat(routes()).containsOnly(HANDLERSOCKET);
    }

    @Test
    void givesTheEntityJdbcGives() {
        for (long id = 1; id <= 100; id++) {
            assertThat(players.findById(id).orElseThrow().all())
                    .isEqualTo(players.overJdbc(id).orElseThrow().all());
        }
        assertThat(routes()).hasSize(100).containsOnly(HANDLERSOCKET);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 101, 4294967296L, Long.MAX_VALUE, Long.MIN_VALUE})
    void findsNothingWhereJdbcFindsNothing(long id) {
        assertThat(players.findById(id)).isEmpty();
        assertThat(players.existsById(id)).isFalse();
        assertThat(players.overJdbc(id)).isEmpty();
        assertThat(routes()).containsOnly(HANDLERSOCKET);
    }

    @Test
    void findsTheLargestId() {
        assertThat(players.findById(4294967295L)).map(Player::getName).contains("the last");
    }

    @Test
    void answersExistsWithoutSql() {
        assertThat(commands(() -> players.existsById(42L))).isZero();
        assertThat(players.existsById(42L)).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // on purpose
    void refusesNullAsJpaDoes() {
        Throwable plain =
                catchThrowable(() -> context.getBean(PlainPlayers.class).findById(null));

        assertThat(catchThrowable(() -> players.findById(null)))
                .hasSameClassAs(plain)
                .hasMessage(plain.getMessage().replace("PlainPlayers", "Players"));
    }

    @Test
    void givesADetachedEntityWhereNoSessionIsBound() {
        Player player = players.findById(7L).orElseThrow();
        player.setLevel(99);

        assertThat(players.findById(7L).orElseThrow()).isNotSameAs(player);
        assertThat(players.findById(7L).orElseThrow().getLevel()).isZero();
    }

    @Test
    void givesTheManagedInstanceOfAnOpenSession() {
        EntityManagerFactory factory = context.getBean(EntityManagerFactory.class);
        EntityManager entityManager = factory.createEntityManager();
        TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
        try {
            Player player = players.findById(8L).orElseThrow();

            assertThat(entityManager.contains(player)).isTrue();
            assertThat(entityManager.find(Player.class, 8L)).isSameAs(player);
            assertThat(players.findById(8L)).containsSame(player);
            assertThat(routes()).containsExactly(HANDLERSOCKET, MEMORY);

            new TransactionTemplate(transactions())
                    .executeWithoutResult(
                            status -> players.findById(8L).orElseThrow().setLevel(55));
            assertThat(players.overJdbc(8L).orElseThrow().getLevel()).isEqualTo(55);
        } finally {
            TransactionSynchronizationManager.unbindResource(factory);
            entityManager.close();
        }
    }

    @Test
    void leavesNoSnapshotOpenInASessionWithoutAutoCommit() {
        try (ConfigurableApplicationContext other = PlayerApplication.on(
                        server, "spring.datasource.hikari.auto-commit=false")
                .sources(Recorder.class)
                .run()) {
            HandlerSocketEndpoint endpoint = other.getBean(HandlerSocketEndpoint.class);
            await().until(() ->
                    endpoint.report().entities().stream().anyMatch(plan -> plan.route() == Route.HANDLERSOCKET));
            Players own = other.getBean(Players.class);
            EntityManagerFactory factory = other.getBean(EntityManagerFactory.class);
            EntityManager entityManager = factory.createEntityManager();
            TransactionSynchronizationManager.bindResource(factory, new EntityManagerHolder(entityManager));
            try {
                entityManager
                        .createNativeQuery("SELECT COUNT(*) FROM player")
                        .getSingleResult(); // a snapshot, so Hibernate asks SQL now

                assertThat(own.findById(15L)).map(Player::getLevel).contains(1);
                assertThat(lookups).singleElement().satisfies(lookup -> {
                    assertThat(lookup.route()).isEqualTo(JDBC);
                    assertThat(lookup.reason()).isNotEmpty();
                });

                server.execute("UPDATE player SET level = 88 WHERE id = 15");
                entityManager.clear();
                assertThat(entityManager
                                .createNativeQuery("SELECT level FROM player WHERE id = 15")
                                .getSingleResult())
                        .hasToString("88");
            } finally {
                TransactionSynchronizationManager.unbindResource(factory);
                entityManager.close();
            }
        }
    }

    @Test
    void saysWhyACallWentOverJdbc() {
        HandlerSocketClient client = context.getBean(HandlerSocketClient.class);
        client.drain();
        try {
            assertThat(players.findById(14L)).isPresent();
        } finally {
            client.resume();
        }
        assertThat(lookups).singleElement().satisfies(lookup -> {
            assertThat(lookup.route()).isEqualTo(JDBC);
            assertThat(lookup.reason()).isEqualTo("HandlerSocket is drained");
        });
        HandlerSocketEndpoint endpoint = context.getBean(HandlerSocketEndpoint.class);
        await().until(() ->
                endpoint.report().entities().stream().anyMatch(plan -> plan.route() == Route.HANDLERSOCKET));
    }

    @Test
    void readsPastTheConnectionInAReadOnlyTransaction() {
        TransactionTemplate readOnly = new TransactionTemplate(transactions());
        readOnly.setReadOnly(true);

        long commands = commands(() -> readOnly.execute(status -> players.findById(9L)));

        assertThat(commands).isZero();
        assertThat(lookups.get(lookups.size() - 1).route()).isEqualTo(HANDLERSOCKET);
        assertThat(lookups.get(lookups.size() - 1).reason()).isEqualTo("inside a transaction");
    }

    @Test
    void seesItsOwnChangeInATransactionThatHasWritten() {
        new TransactionTemplate(transactions()).executeWithoutResult(status -> {
            jdbc.update("UPDATE player SET level = 77 WHERE id = 10");
            assertThat(players.findById(10L).orElseThrow().getLevel()).isEqualTo(77);
            status.setRollbackOnly();
        });
        assertThat(routes()).containsExactly(JDBC);
        assertThat(players.findById(10L).orElseThrow().getLevel()).isEqualTo(3);
    }

    @Test
    void staysOnJdbcAtSerializable() {
        TransactionTemplate serializable = new TransactionTemplate(transactions());
        serializable.setIsolationLevel(TransactionDefinition.ISOLATION_SERIALIZABLE);

        serializable.executeWithoutResult(status -> players.findById(11L));

        assertThat(routes()).containsExactly(JDBC);
    }

    @Test
    void leavesMethodsAloneThatMeanSomethingElse() {
        LockedPlayers locked = context.getBean(LockedPlayers.class);

        assertThatThrownBy(() -> locked.existsById(1L)).isInstanceOf(IllegalTransactionStateException.class);
        Optional<Player> player = new TransactionTemplate(transactions()).execute(status -> locked.findById(1L));

        assertThat(player).isPresent();
        assertThat(lookups).isEmpty();
    }

    @Test
    void standsJustInFrontOfTheTransaction() {
        List<String> chain = advices(players);

        assertThat(chain.indexOf("FastLookupInterceptor"))
                .isPositive()
                .isEqualTo(chain.indexOf(TransactionInterceptor.class.getSimpleName()) - 1);
        assertThat(advices(context.getBean(PlainPlayers.class))).doesNotContain("FastLookupInterceptor");
    }

    @Test
    void countsInSpringDatasTimerOnce() {
        long before = timed("findById");

        players.findById(12L);

        assertThat(timed("findById")).isEqualTo(before + 1);
    }

    private static long timed(String method) {
        return context
                .getBean(MeterRegistry.class)
                .find("spring.data.repository.invocations")
                .tags("repository", "Players", "method", method, "state", "SUCCESS")
                .timers()
                .stream()
                .mapToLong(Timer::count)
                .sum();
    }

    @Test
    void isReportedByTheEndpointWithoutItsSecret() {
        players.findById(13L);

        HandlerSocketEndpoint.Report report =
                context.getBean(HandlerSocketEndpoint.class).report();

        assertThat(report.state()).hasToString("READY");
        assertThat(report.endpoint()).isEqualTo(server.getHost() + ':' + server.readPort());
        assertThat(report.lookups())
                .anySatisfy(count -> assertThat(count.toString()).contains("Players", "findById", "HANDLERSOCKET"));
        assertThat(report.loads()).anySatisfy(count -> assertThat(count.route()).isEqualTo(Route.HANDLERSOCKET));
        assertThat(report.toString()).doesNotContain(server.readSecret());
    }

    private static List<LookupRoute> routes() {
        return lookups.stream().map(Lookup::route).toList();
    }

    private static PlatformTransactionManager transactions() {
        return context.getBean(PlatformTransactionManager.class);
    }

    private static List<String> advices(Object repository) {
        return Arrays.stream(((Advised) repository).getAdvisors())
                .map(advisor -> advisor.getAdvice().getClass().getSimpleName())
                .toList();
    }

    /** SQL commands the call sends on the pool's only connection. */
    private static long commands(Supplier<?> call) {
        long before = questions();
        assertThat(call.get()).isNotNull();
        return questions() - before - 1;
    }

    private static long questions() {
        Long questions =
                jdbc.queryForObject("SHOW SESSION STATUS LIKE 'Questions'", (row, number) -> row.getLong("Value"));
        return questions == null ? 0 : questions;
    }

    /** Writes down what it hears. */
    @Configuration(proxyBeanMethods = false)
    static class Recorder {

        @Bean
        LookupListener lookupListener() {
            return lookups::add;
        }
    }
}
