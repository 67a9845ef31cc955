// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static io.handlersocket.spring.LookupRoute.HANDLERSOCKET;
import static io.handlersocket.spring.LookupRoute.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.spring.app.LockedPlayers;
import io.handlersocket.spring.app.PlainPlayers;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.actuate.HandlerSocketEndpoint;
import io.handlersocket.spring.internal.actuate.Report;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.Advised;
import org.springframework.transaction.IllegalTransactionStateException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.TransactionTemplate;

/** Loads by id in front of the transaction. */
class FastLookupIT {

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private static RecordedPlayers recorded;
    private static Players players;

    @BeforeAll
    static void start() {
        PlayerApplication.createTable(server);
        recorded = RecordedPlayers.start(server, "spring.datasource.connection-fetch=lazy");
        players = recorded.players();
    }

    @AfterAll
    static void stop() {
        recorded.close();
    }

    @BeforeEach
    void forget() {
        recorded.awaitFast();
        recorded.lookups().clear();
        server.execute("UPDATE player SET level = id MOD 7");
    }

    @Test
    void sendsNoSqlCommandAndReadsByKey() {
        players.findById(1L);
        long keyReads = server.globalStatus("Handler_read_key");

        long commands = recorded.commands(() -> players.findById(42L));

        assertThat(commands).isZero();
        assertThat(server.globalStatus("Handler_read_key")).isGreaterThan(keyReads);
        assertThat(recorded.routes()).containsOnly(HANDLERSOCKET);
    }

    @Test
    void givesTheEntityJdbcGives() {
        for (long i = 1; i <= 100; i++) {
            long id = i;
            assertThat(recorded.fast(() -> players.findById(id)).orElseThrow().all())
                    .isEqualTo(players.overJdbc(id).orElseThrow().all());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, 101, 4294967296L, Long.MAX_VALUE, Long.MIN_VALUE})
    void findsNothingWhereJdbcFindsNothing(long id) {
        assertThat(recorded.fast(() -> players.findById(id))).isEmpty();
        assertThat(recorded.fast(() -> players.existsById(id))).isFalse();
        assertThat(players.overJdbc(id)).isEmpty();
    }

    @Test
    void findsTheLargestId() {
        assertThat(players.findById(4294967295L)).map(Player::getName).contains("the last");
    }

    @Test
    void answersExistsWithoutSql() {
        assertThat(recorded.commands(() -> players.existsById(42L))).isZero();
        assertThat(players.existsById(42L)).isTrue();
    }

    @Test
    @SuppressWarnings("NullAway") // on purpose
    void refusesNullAsJpaDoes() {
        Throwable plain = catchThrowable(() -> recorded.bean(PlainPlayers.class).findById(null));

        assertThat(catchThrowable(() -> players.findById(null)))
                .hasSameClassAs(plain)
                .hasMessage(plain.getMessage().replace("PlainPlayers", "Players"));
    }

    @Test
    void saysWhyACallWentOverJdbc() {
        HandlerSocketClient client = recorded.bean(HandlerSocketClient.class);
        client.drain();
        try {
            assertThat(players.findById(14L)).isPresent();
        } finally {
            client.resume();
        }
        assertThat(recorded.lookups()).singleElement().satisfies(lookup -> {
            assertThat(lookup.route()).isEqualTo(JDBC);
            assertThat(lookup.reason()).isEqualTo("HandlerSocket is drained");
            assertThat(lookup.kind()).isEqualTo(JdbcReason.Kind.OUTAGE);
        });
        recorded.awaitFast();
    }

    @Test
    void leavesMethodsAloneThatMeanSomethingElse() {
        LockedPlayers locked = recorded.bean(LockedPlayers.class);

        assertThatThrownBy(() -> locked.existsById(1L)).isInstanceOf(IllegalTransactionStateException.class);
        Optional<Player> player = new TransactionTemplate(recorded.bean(PlatformTransactionManager.class))
                .execute(status -> locked.findById(1L));

        assertThat(player).isPresent();
        assertThat(recorded.lookups()).isEmpty();
    }

    @Test
    void standsJustInFrontOfTheTransaction() {
        List<String> chain = advices(players);

        assertThat(chain.indexOf("FastLookupInterceptor"))
                .isPositive()
                .isEqualTo(chain.indexOf(TransactionInterceptor.class.getSimpleName()) - 1);
        assertThat(advices(recorded.bean(PlainPlayers.class))).doesNotContain("FastLookupInterceptor");
    }

    @Test
    void countsInSpringDatasTimerOnce() {
        long before = timed("findById");

        players.findById(12L);

        assertThat(timed("findById")).isEqualTo(before + 1);
    }

    private static long timed(String method) {
        return recorded
                .bean(MeterRegistry.class)
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

        HandlerSocketEndpoint endpoint = recorded.bean(HandlerSocketEndpoint.class);
        Report report = endpoint.report();

        assertThat(report.state()).hasToString("READY");
        assertThat(report.client().endpoint()).isEqualTo(server.getHost() + ':' + server.readPort());
        assertThat(endpoint.methods())
                .filteredOn(method -> method.method().equals("findById"))
                .allSatisfy(method -> assertThat(method.handlerSocket()).isPositive());
        assertThat(endpoint.loads())
                .anySatisfy(load -> assertThat(load.handlerSocket()).isPositive());
        assertThat(report.toString()).doesNotContain(server.readSecret());
    }

    private static List<String> advices(Object repository) {
        return Arrays.stream(((Advised) repository).getAdvisors())
                .map(advisor -> advisor.getAdvice().getClass().getSimpleName())
                .toList();
    }
}
