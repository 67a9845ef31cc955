// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.FallbackLimit;
import io.handlersocket.hibernate.HandlerSocketLoads;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.spring.app.PlainPlayers;
import io.handlersocket.spring.app.Player;
import io.handlersocket.spring.app.PlayerApplication;
import io.handlersocket.spring.app.Players;
import io.handlersocket.spring.internal.repository.unit.HibernateLoads;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Twice as many callers as JDBC can serve before they give up waiting. A call over JDBC keeps a connection for 50 ms at least
 * here, however fast the machine: 2 connections serve 40 calls a second at most, and who waits for 1 s gives up.
 */
@Timeout(180)
class OverloadIT {

    private static final int POOL = 2;
    private static final long JDBC_MILLIS = 50;
    private static final long WAIT_MILLIS = 1_000;
    private static final int CALLERS = (int) (2 * POOL * WAIT_MILLIS / JDBC_MILLIS);

    private static final long AT_MOST_NANOS = Duration.ofSeconds(60).toNanos();

    private static final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    private static TcpProxy proxy;
    private static ConfigurableApplicationContext context;
    private static Players players;
    private static FallbackLimit fallback;

    @BeforeAll
    static void start() {
        PlayerApplication.createTable(server);
        proxy = new TcpProxy(server.getHost(), server.readPort());
        context = PlayerApplication.on(
                        server,
                        "handlersocket.host=localhost",
                        "handlersocket.port=" + proxy.port(),
                        "handlersocket.startup=fail",
                        "test.request-timeout=500ms",
                        "handlersocket.trust-connections=true", // Distant is not known, and only slow
                        "spring.datasource.hikari.maximum-pool-size=" + POOL,
                        "spring.datasource.hikari.connection-timeout=" + WAIT_MILLIS,
                        // Or a server that stands still during the start is one that gives no connection in time.
                        "spring.jpa.properties.hibernate.boot.allow_jdbc_metadata_access=false",
                        "spring.jpa.database-platform=org.hibernate.dialect.MariaDBDialect",
                        "logging.level.org.hibernate.orm.jdbc.error=OFF")
                .sources(Distant.class)
                .run();
        players = context.getBean(Players.class);
        fallback = context.getBean(FallbackLimit.class);
    }

    @AfterAll
    static void stop() {
        context.close();
        proxy.close();
    }

    @AfterEach
    void flow() {
        proxy.stall(false);
    }

    @Test
    void servesOverHandlerSocketWhatJdbcCannotCarry() throws Throwable {
        await().until(OverloadIT::ready);
        PlainPlayers plain = context.getBean(PlainPlayers.class);
        try (Load load = new Load(CALLERS, number -> plain.findById(id(number)))) {
            await().until(() -> load.failures().size() >= POOL);
            report("JDBC alone", load);
        }
        unlessAway(() -> {
            long fastBefore = loads(Route.HANDLERSOCKET);
            long slowBefore = loads(Route.JDBC);
            try (Load load = new Load(CALLERS, OverloadIT::read)) {
                await().until(() -> load.calls() > 4_000);
                assertThat(plain.findById(1L)).as("JDBC, for others").isPresent();
                assertThat(load.failures()).isEmpty();
                report("over HandlerSocket", load);
            }
            long fast = loads(Route.HANDLERSOCKET) - fastBefore;
            long slow = loads(Route.JDBC) - slowBefore;
            assertThat(slow).as("of %d loads", fast + slow).isLessThan((fast + slow) / 20);
        });
    }

    /** Again where HandlerSocket was away meanwhile: the client closes its connections after the machine stood still. */
    private static void unlessAway(ThrowingCallable work) throws Throwable {
        for (long end = System.nanoTime() + AT_MOST_NANOS; ; await().until(OverloadIT::ready)) {
            long away = away();
            try {
                work.call();
                return;
            } catch (AssertionError e) {
                if (away() == away || System.nanoTime() - end >= 0) {
                    throw e;
                }
            }
        }
    }

    private static long away() {
        return ofHibernate().counts().stream()
                .filter(load -> load.kind() != null && RecordedPlayers.AWAY.contains(load.kind()))
                .mapToLong(LoadCount::count)
                .sum();
    }

    @Test
    void rejectsInTimeWhatJdbcCannotCarryDuringAnOutageAndRecoversUnderThatLoad() throws Throwable {
        await().until(OverloadIT::ready);
        try (Load load = new Load(CALLERS, OverloadIT::read)) {
            await().until(() -> load.calls() > 1_000);
            proxy.stall(true);
            await().until(() -> circuit() == CircuitState.OPEN);
            long calls = load.calls();
            await().atMost(Duration.ofSeconds(30)).until(() -> load.failures().size() >= CALLERS);
            // More than were on their way.
            await("JDBC answers, too").until(() -> load.calls() - calls > CALLERS);
            assertThat(fallback.active()).isLessThanOrEqualTo(POOL);
            report("over JDBC in an outage", load);

            proxy.cutAll();
            proxy.stall(false);
            long mended = System.nanoTime();
            await().until(OverloadIT::ready); // OutageIT says how soon on a machine that has time
            System.out.printf("OverloadIT: back after %d ms%n", (System.nanoTime() - mended) / 1_000_000);
            await().until(() -> fallback.waiting() == 0 && fallback.active() == 0);

            unlessAway(() -> {
                List<Throwable> failures = load.failures();
                long recovered = load.calls();
                await().until(() -> load.calls() > recovered + 2_000);
                assertThat(load.failures()).as("none after the recovery").hasSameSizeAs(failures);
            });
            assertThat(load.failures())
                    .allSatisfy(failure -> assertThat(NestedExceptionUtils.getMostSpecificCause(failure))
                            .isInstanceOf(SQLTransientConnectionException.class)
                            .hasMessageContaining("Connection is not available"))
                    .anySatisfy(failure -> assertThat(NestedExceptionUtils.getMostSpecificCause(failure))
                            .hasMessageContaining("FallbackLimit.maxConcurrent=" + POOL));
        }
        assertThat(fallback.active()).isZero();
    }

    private static void report(String what, Load load) {
        System.out.printf(
                "OverloadIT: %s, %d callers: %d calls, %d rejected, slowest %d ms%n",
                what, CALLERS, load.calls(), load.failures().size(), load.slowestMillis());
    }

    private static void read(long number) {
        assertThat(players.findById(id(number))).map(Player::getId).contains(id(number));
    }

    private static long id(long number) {
        return 1 + number % 100;
    }

    private static long loads(Route route) {
        return context.getBean(HibernateLoads.class).count(route);
    }

    private static CircuitState circuit() {
        return context.getBean(HandlerSocketClient.class).snapshot().circuit();
    }

    private static boolean ready() {
        return ofHibernate().ready(Player.class);
    }

    private static HandlerSocketLoads ofHibernate() {
        return HandlerSocketLoads.of(context.getBean(EntityManagerFactory.class).unwrap(SessionFactory.class));
    }

    /** A database that is far away. */
    @Configuration(proxyBeanMethods = false)
    static class Distant {

        @Bean
        static BeanPostProcessor distance() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String beanName) {
                    return bean instanceof DataSource near ? new DistantDataSource(near) : bean;
                }
            };
        }
    }

    private static final class DistantDataSource extends DelegatingDataSource {

        DistantDataSource(DataSource near) {
            super(near);
        }

        @Override
        public Connection getConnection() throws SQLException {
            Connection connection = super.getConnection();
            long end = System.nanoTime() + Duration.ofMillis(JDBC_MILLIS).toNanos();
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            return connection;
        }
    }
}
