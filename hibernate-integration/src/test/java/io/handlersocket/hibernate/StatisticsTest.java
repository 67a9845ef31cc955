// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.FakeClient;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.StubDatabase;
import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What Hibernate's statistics count of loads over HandlerSocket; docs/observing.md says it. */
class StatisticsTest {

    private static final String BY_ID = "from Player where id = :id";

    private final FakeClient client = FakeClient.withAnn();
    private SessionFactory sessionFactory;
    private Statistics statistics;

    @BeforeEach
    void start() {
        sessionFactory = Factories.offline(
                new StubDatabase().dataSource(),
                Map.of(HandlerSocketSettings.CLIENT, client, AvailableSettings.GENERATE_STATISTICS, true),
                Player.class);
        sessionFactory.inSession(session -> session.doWork(Connection::createStatement));
        HandlerSocketLoads.of(sessionFactory).prepare().toCompletableFuture().join();
        statistics = sessionFactory.getStatistics();
        statistics.clear();
    }

    @AfterEach
    void stop() {
        sessionFactory.close();
    }

    @Test
    void countEntitiesButNoStatementAndNoConnection() {
        sessionFactory.inSession(session -> {
            session.find(Player.class, 1L);
            session.find(Player.class, 4_711L);
        });

        assertThat(statistics.getEntityLoadCount()).isEqualTo(1);
        assertThat(statistics.getEntityStatistics(Player.class.getName()).getLoadCount())
                .isEqualTo(1);
        assertThat(statistics.getSessionOpenCount()).isEqualTo(1);
        assertNoStatement();
    }

    @Test
    void countQueriesWithTheirRows() {
        sessionFactory.inSession(session -> session.createSelectionQuery(BY_ID, Player.class)
                .setParameter("id", 1L)
                .getResultList());

        assertThat(statistics.getQueryExecutionCount()).isEqualTo(1);
        assertThat(statistics.getQueryStatistics(BY_ID).getExecutionRowCount()).isEqualTo(1);
        assertThat(statistics.getEntityLoadCount()).isEqualTo(1);
        assertNoStatement();
    }

    @Test
    void timeAQueryWithItsLookup() {
        client.whileAnswering(() -> LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50)));

        sessionFactory.inSession(session -> session.createSelectionQuery(BY_ID, Player.class)
                .setParameter("id", 1L)
                .getResultList());

        assertThat(statistics.getQueryStatistics(BY_ID).getExecutionMaxTime()).isGreaterThanOrEqualTo(25);
    }

    private void assertNoStatement() {
        assertThat(statistics.getPrepareStatementCount()).isZero();
        assertThat(statistics.getCloseStatementCount()).isZero();
        assertThat(statistics.getConnectCount()).isZero();
    }

    @Test
    void countTheStatementOfALoadOverJdbc() {
        sessionFactory.inSession(session ->
                HandlerSocketLoads.of(sessionFactory).overJdbc(session, () -> session.find(Player.class, 1L)));

        assertThat(statistics.getPrepareStatementCount()).isEqualTo(1);
        assertThat(statistics.getConnectCount()).isEqualTo(1);
    }
}
