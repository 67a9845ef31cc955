// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.UnavailableException;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.StubDatabase;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.hibernate.SessionFactory;
import org.hibernate.exception.JDBCConnectionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FallbackLimitTest {

    private final FallbackLimit limit = new FallbackLimit(1, Duration.ofMillis(20));

    @Test
    void letsInOnlySoManyAndTheNextAfterThem() throws Exception {
        FallbackLimit patient = new FallbackLimit(1, Duration.ofSeconds(20));
        CompletableFuture<Boolean> second;
        try (FallbackLimit.Permit permit = patient.enter()) {
            second = CompletableFuture.supplyAsync(() -> entered(patient));
            await().until(() -> patient.waiting() == 1);
            assertThat(patient.active()).isEqualTo(1);
            assertThat(second).isNotDone();
        }
        assertThat(second.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(patient.active()).isZero();
        assertThat(patient.rejected()).isZero();
    }

    @Test
    void givesTheErrorOfAPoolToWhoWaitsForTooLong() throws Exception {
        try (FallbackLimit.Permit permit = limit.enter()) {
            CompletableFuture<Throwable> second = CompletableFuture.supplyAsync(() -> failure(limit));

            assertThat(second.get(20, TimeUnit.SECONDS))
                    .isInstanceOf(SQLTransientConnectionException.class)
                    .hasMessageContaining("request timed out after 20ms")
                    .hasMessageContaining("FallbackLimit.maxConcurrent=1");
        }
        assertThat(limit.rejected()).isEqualTo(1);
        assertThat(entered(limit)).isTrue();
    }

    @Test
    void neverMakesAThreadWaitForItself() throws Exception {
        try (FallbackLimit.Permit outer = limit.enter()) {
            try (FallbackLimit.Permit inner = limit.enter()) {
                assertThat(limit.active()).isEqualTo(1);
            }
            assertThat(limit.active()).as("the inner one gives nothing back").isEqualTo(1);
        }
        assertThat(limit.active()).isZero();
    }

    @Test
    void keepsTheInterruptFlag() throws Exception {
        FallbackLimit patient = new FallbackLimit(1, Duration.ofMinutes(1));
        try (FallbackLimit.Permit permit = patient.enter()) {
            CompletableFuture<Boolean> flag = new CompletableFuture<>();
            Thread waiter = new Thread(() -> {
                failure(patient);
                flag.complete(Thread.currentThread().isInterrupted());
            });
            waiter.start();
            await().until(() -> patient.waiting() == 1);
            waiter.interrupt();

            assertThat(flag.get(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void boundsTheLoadsOfAnOutageAndNoOthers() throws Exception {
        FakeClient client = new FakeClient()
                .table(
                        "player",
                        FakeClient.column("id", "int(10) unsigned"),
                        FakeClient.column("name", "varchar(50)"),
                        FakeClient.column("score", "int(11)"))
                .row("player", Map.of("id", 1L, "name", "ann", "score", 7));
        try (SessionFactory sessionFactory = Factories.offline(
                new StubDatabase().dataSource(),
                Map.of(HandlerSocketSettings.CLIENT, client, HandlerSocketSettings.FALLBACK, limit),
                Player.class)) {
            sessionFactory.inSession(session -> session.doWork(Connection::createStatement));
            HandlerSocketLoads loads = HandlerSocketLoads.of(sessionFactory);
            loads.prepare().toCompletableFuture().join();
            assertThat(loads.fallback()).isSameAs(limit);
            CompletableFuture<Void> end = new CompletableFuture<>();
            CompletableFuture<Void> occupant = CompletableFuture.runAsync(() -> occupy(end));
            await().until(() -> limit.active() == 1);

            assertThat(find(sessionFactory)).as("over HandlerSocket").isNotNull();
            sessionFactory.inSession(
                    session -> session.createQuery("from Player", Player.class).list());
            assertThat(loads.interrupted(Player.class)).isFalse();

            client.failWith(new UnavailableException(UnavailableException.Reason.CIRCUIT_OPEN, "silent"));
            assertThat(loads.interrupted(Player.class)).isTrue();
            assertThatThrownBy(() -> find(sessionFactory))
                    .isInstanceOf(JDBCConnectionException.class)
                    .hasMessageContaining("Unable to acquire JDBC Connection")
                    .hasRootCauseInstanceOf(SQLTransientConnectionException.class);
            sessionFactory.inTransaction(session -> {
                session.doWork(Connection::createStatement);
                session.find(Player.class, 1L); // has a connection, and must not wait with it
            });
            end.complete(null);
            occupant.get(20, TimeUnit.SECONDS);
            find(sessionFactory);
            assertThat(limit.active()).isZero();
        }
    }

    private void occupy(CompletableFuture<Void> end) {
        try (FallbackLimit.Permit permit = limit.enter()) {
            end.join();
        } catch (SQLTransientConnectionException e) {
            throw new AssertionError(e);
        }
    }

    private static Player find(SessionFactory sessionFactory) {
        return sessionFactory.fromSession(session -> session.find(Player.class, 1L));
    }

    private static boolean entered(FallbackLimit limit) {
        return failure(limit) == null;
    }

    private static @Nullable Throwable failure(FallbackLimit limit) {
        try (FallbackLimit.Permit permit = limit.enter()) {
            return null;
        } catch (SQLTransientConnectionException e) {
            return e;
        }
    }
}
