// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.OptimisticLockException;
import java.sql.Connection;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.Session;
import org.hibernate.query.MutationQuery;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each line of the transaction rule: the route, and the answer that JDBC alone would have given. */
class TransactionsIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String READ_COMMITTED = "TRANSACTION_READ_COMMITTED";
    private static final String REPEATABLE_READ = "TRANSACTION_REPEATABLE_READ";

    private static App readCommitted;

    @BeforeAll
    static void start() {
        try (App setUp = App.plain(SERVER, Map.of("hibernate.hbm2ddl.auto", "create"), Player.class)) {
            assertThat(setUp.sessionFactory().isOpen()).isTrue();
        }
        readCommitted = app(READ_COMMITTED, "default", true);
    }

    @AfterAll
    static void stop() {
        readCommitted.close();
    }

    @BeforeEach
    void rows() {
        SERVER.execute("delete from player", "insert into player (id, name, score) values (1, 'ann', 10)");
    }

    private static App app(String isolation, String consistency, boolean lazyConnection) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(App.ISOLATION, isolation);
        settings.put(HandlerSocketSettings.CONSISTENCY, consistency);
        if (lazyConnection) {
            settings.put("hibernate.connection.provider_disables_autocommit", true);
        }
        return App.fast(SERVER, settings, Player.class).ready(Player.class);
    }

    private static Integer score(App app, Session session, Route route) {
        return app.routed(route, 1, () -> {
            session.clear();
            return session.find(Player.class, 1L).score;
        });
    }

    private static void somebodyElseSets(int score) {
        SERVER.execute("update player set score = " + score + " where id = 1");
    }

    private static void sql(Session session) {
        session.createNativeQuery("select 1 from player limit 1", Integer.class).getResultList();
    }

    @Test
    void aTransactionThatOnlyFindsTakesNoConnection() {
        readCommitted.sessionFactory().getStatistics().setStatisticsEnabled(true);
        readCommitted.expect(HANDLERSOCKET, 2, () -> {
            readCommitted.sessionFactory().getStatistics().clear();
            return readCommitted.sessionFactory().fromTransaction(session -> {
                Player first = session.find(Player.class, 1L);
                session.clear();
                session.find(Player.class, 1L);
                return first;
            });
        });
        assertThat(readCommitted.sessionFactory().getStatistics().getConnectCount())
                .as("connections taken")
                .isZero();
        readCommitted.sessionFactory().inTransaction(TransactionsIT::sql);
        assertThat(readCommitted.sessionFactory().getStatistics().getConnectCount())
                .isEqualTo(1);
        readCommitted.sessionFactory().getStatistics().setStatisticsEnabled(false);
    }

    @Test
    void readCommittedReadsTheNewestRowAlsoAfterReads() {
        readCommitted.sessionFactory().inTransaction(session -> {
            sql(session);
            somebodyElseSets(20);
            assertThat(score(readCommitted, session, HANDLERSOCKET)).isEqualTo(20);
        });
    }

    @Test
    void lockingReadsSendTheTransactionToJdbc() {
        readCommitted.sessionFactory().inTransaction(session -> {
            session.createNativeQuery("select score from player where id = 1 for update", Integer.class)
                    .getResultList();
            assertThat(score(readCommitted, session, JDBC)).isEqualTo(10);
        });
    }

    /** What REQUIRES_NEW does: the outer transaction's write is neither seen nor in the way. */
    @Test
    void aTransactionInsideAnotherIsJudgedByItself() {
        Map<String, Object> settings = new HashMap<>();
        settings.put(App.ISOLATION, READ_COMMITTED);
        settings.put(App.POOL_SIZE, 2);
        try (App app = App.fast(SERVER, settings, Player.class).ready(Player.class)) {
            app.sessionFactory().inTransaction(outer -> {
                outer.createMutationQuery("update Player set score = 11").executeUpdate();
                app.sessionFactory()
                        .inTransaction(inner ->
                                assertThat(score(app, inner, HANDLERSOCKET)).isEqualTo(10));
                assertThat(score(app, outer, JDBC)).isEqualTo(11);
            });
            app.sessionFactory()
                    .inTransaction(session ->
                            assertThat(score(app, session, HANDLERSOCKET)).isEqualTo(11));
        }
    }

    @Test
    void rolledBackAndNextTransactionsOfASessionStartAnew() {
        try (Session session = readCommitted.sessionFactory().openSession()) {
            session.beginTransaction();
            session.createMutationQuery("update Player set score = 11").executeUpdate();
            assertThat(score(readCommitted, session, JDBC)).isEqualTo(11);
            session.getTransaction().rollback();
            session.beginTransaction();
            assertThat(score(readCommitted, session, HANDLERSOCKET)).isEqualTo(10);
            session.getTransaction().commit();
        }
    }

    @Test
    void repeatableReadKeepsItsSnapshotFromTheFirstStatementOn() {
        Map<String, Object> settings = new HashMap<>(Map.of(App.ISOLATION, REPEATABLE_READ));
        if (App.checksWrites(SERVER)) {
            settings.put(App.INIT_SQL, "set session innodb_snapshot_isolation = off");
        }
        try (App app = App.fast(SERVER, settings, Player.class).ready(Player.class)) {
            app.sessionFactory().inTransaction(session -> {
                assertThat(score(app, session, HANDLERSOCKET)).isEqualTo(10);
                somebodyElseSets(20);
                assertThat(score(app, session, HANDLERSOCKET)).isEqualTo(20);
                sql(session);
                somebodyElseSets(30);
                assertThat(score(app, session, JDBC)).isEqualTo(20);
            });
            app.sessionFactory()
                    .inTransaction(session ->
                            assertThat(score(app, session, HANDLERSOCKET)).isEqualTo(30));
        }
    }

    @Test
    void latestReadsTheNewestRowInsideASnapshot() {
        try (App app = app(REPEATABLE_READ, "latest", false)) {
            app.sessionFactory().inTransaction(session -> {
                sql(session);
                somebodyElseSets(20);
                assertThat(score(app, session, HANDLERSOCKET)).isEqualTo(20);
                MutationQuery write = session.createMutationQuery("update Player set name = 'x'");
                if (App.checksWrites(SERVER)) { // against the snapshot that the transaction has
                    assertThatThrownBy(write::executeUpdate).isInstanceOf(OptimisticLockException.class);
                    return;
                }
                write.executeUpdate();
                assertThat(score(app, session, JDBC)).isEqualTo(20);
            });
        }
    }

    @Test
    void snapshotNeverReadsPastATransaction() {
        try (App app = app(READ_COMMITTED, "snapshot", true)) {
            app.sessionFactory()
                    .inTransaction(
                            session -> assertThat(score(app, session, JDBC)).isEqualTo(10));
            app.sessionFactory()
                    .inSession(session ->
                            assertThat(score(app, session, HANDLERSOCKET)).isEqualTo(10));
        }
    }

    @Test
    void serializableUsesJdbc() {
        try (App app = app("TRANSACTION_SERIALIZABLE", "latest", true)) {
            app.sessionFactory()
                    .inTransaction(
                            session -> assertThat(score(app, session, JDBC)).isEqualTo(10));
        }
        readCommitted.sessionFactory().inTransaction(session -> {
            session.doWork(connection -> connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE));
            assertThat(score(readCommitted, session, JDBC)).isEqualTo(10);
        });
    }

    @Test
    void aTemporaryTableHidesTheTableFromLaterSessionsOfItsConnectionToo() {
        try (App app = app(READ_COMMITTED, "default", true)) {
            app.sessionFactory()
                    .inTransaction(session ->
                            assertThat(score(app, session, HANDLERSOCKET)).isEqualTo(10));
            app.sessionFactory().inTransaction(session -> {
                session.doWork(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        statement.executeUpdate("create temporary table player as select 1 id, 'tmp' name, 99 score");
                    }
                });
                assertThat(score(app, session, JDBC)).isEqualTo(99);
            });
            app.sessionFactory()
                    .inTransaction(
                            session -> assertThat(score(app, session, JDBC)).isEqualTo(99));
            assertThat(app.loads().ready(Player.class)).isFalse();
        }
    }
}
