// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.StubDatabase;
import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.hibernate.LockMode;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A record has the decisions about the loads of its thread, and no other's. */
class RecordedLoadsTest {

    private SessionFactory sessionFactory;
    private HandlerSocketLoads loads;

    @BeforeEach
    void start() {
        sessionFactory = Factories.offline(
                new StubDatabase().dataSource(),
                Map.of(HandlerSocketSettings.CLIENT, FakeClient.withAnn()),
                Player.class);
        loads = HandlerSocketLoads.of(sessionFactory);
        sessionFactory.inSession(session -> session.doWork(Connection::createStatement));
        loads.prepare().toCompletableFuture().join();
    }

    @AfterEach
    void stop() {
        sessionFactory.close();
    }

    private void find() {
        sessionFactory.inSession(session -> session.find(Player.class, 1L));
    }

    private void lock() {
        sessionFactory.inTransaction(session -> session.find(Player.class, 1L, LockMode.PESSIMISTIC_WRITE));
    }

    @Test
    void hasTheRouteOfItsLoads() {
        try (RecordedLoads recorded = loads.record()) {
            assertThat(recorded.route()).isNull();
            find();
            assertThat(recorded.route()).isEqualTo(Route.HANDLERSOCKET);
            lock();
            find();
            assertThat(recorded.route()).isEqualTo(Route.JDBC);
            assertThat(requireNonNull(recorded.reason()).text()).isEqualTo(ReasonCode.NOT_PLAIN.text());
        }
    }

    @Test
    void hasNotTheReasonsOfOtherThreads() {
        try (RecordedLoads recorded = loads.record()) {
            CompletableFuture.runAsync(this::lock).join();
            find();
            assertThat(recorded.route()).isEqualTo(Route.HANDLERSOCKET);
            assertThat(recorded.reason()).isNull();
        }
    }

    @Test
    void hasTheLoadsOfARecordWithinIt() {
        try (RecordedLoads outer = loads.record()) {
            try (RecordedLoads inner = loads.record()) {
                lock();
                assertThat(inner.route()).isEqualTo(Route.JDBC);
            }
            try (RecordedLoads inner = loads.record()) {
                find();
                assertThat(inner.route()).isEqualTo(Route.HANDLERSOCKET);
            }
            assertThat(outer.route()).isEqualTo(Route.JDBC);
        }
    }

    @Test
    void hasStatementsThatAreNoLoads() {
        try (RecordedLoads recorded = loads.record()) {
            sessionFactory.inTransaction(session -> session.createNativeMutationQuery("update player set score = 1")
                    .executeUpdate());
            assertThat(recorded.route()).isEqualTo(Route.JDBC);
            assertThat(recorded.reason()).isNull();
        }
    }
}
