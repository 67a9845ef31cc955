// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.contract;

import static io.handlersocket.hibernate.contract.Situation.fast;
import static io.handlersocket.hibernate.contract.Situation.jdbc;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.hibernate.HandlerSocketSettings;
import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.CachedPlayer;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.OptimisticLockException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Where the server checks writes against the snapshot, a load, another's change of the row and a write end as over JDBC
 * alone: in the same exception, or in none.
 */
@Timeout(120)
class SnapshotIsolationIT {

    private static final HandlerSocketMariaDB SERVER =
            new HandlerSocketMariaDB().withServerArguments("--innodb-snapshot-isolation=ON");
    private static final String CHECKED = "innodb_snapshot_isolation=ON at REPEATABLE READ";
    private static final String OFF = "set session innodb_snapshot_isolation = OFF";
    private static final String ON = "set session innodb_snapshot_isolation = ON";
    private static final String AUTO_COMMIT_OFF = "hibernate.connection.provider_disables_autocommit";
    private static final Map<String, Object> HELD =
            Map.of("hibernate.connection.handling_mode", "DELAYED_ACQUISITION_AND_HOLD");

    /**
     * A session that loads a coin, which then changes, and writes it.
     *
     * @param settings what differs from REPEATABLE READ
     * @param before what it does before the transaction
     * @param outside whether it loads before the transaction
     * @param error the error of the server over JDBC alone; 0 if none
     */
    private record Case(
            Situation situation, Map<String, Object> settings, Consumer<Session> before, boolean outside, int error) {

        Case(Situation situation, Map<String, Object> settings, int error) {
            this(situation, settings, session -> {}, false, error);
        }

        boolean isLatest() {
            return settings.containsKey(HandlerSocketSettings.CONSISTENCY);
        }

        @Override
        public String toString() {
            return situation.name();
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case(jdbc("a transaction at REPEATABLE READ", CHECKED), Map.of(), 1020),
                new Case(jdbc("one before it has a connection", CHECKED), Map.of(AUTO_COMMIT_OFF, true), 1020),
                new Case(fast("READ COMMITTED"), Map.of(App.ISOLATION, "TRANSACTION_READ_COMMITTED"), 0),
                new Case(fast("a load outside transactions"), Map.of(), session -> {}, true, 0),
                new Case(
                        jdbc("a load outside transactions, where connections without auto-commit are kept", CHECKED),
                        with(HELD, AUTO_COMMIT_OFF, true),
                        session -> {},
                        true,
                        1020),
                new Case(
                        fast("a transaction that the server knows to be read-only"),
                        HELD,
                        SnapshotIsolationIT::readOnly,
                        false,
                        1792),
                new Case(
                        jdbc("a transaction that only the driver knows to be read-only", CHECKED),
                        with(HELD, App.URL_OPTIONS, "readOnlyPropagatesToServer=false"),
                        SnapshotIsolationIT::readOnly,
                        false,
                        1020),
                new Case(fast("`consistency=latest`"), Map.of(HandlerSocketSettings.CONSISTENCY, "latest"), 1020),
                new Case(fast("connectionInitSql that sets it OFF"), Map.of(App.INIT_SQL, OFF), 0),
                new Case(
                        fast("SET SESSION to OFF in a session that keeps its connection"),
                        HELD,
                        session -> session.doWork(connection -> {
                            Coin.sql(OFF).execute(connection);
                            connection.setAutoCommit(false);
                            connection.commit();
                            connection.setAutoCommit(true);
                        }),
                        false,
                        0),
                new Case(
                        jdbc("SET SESSION to ON by another session of the pool", CHECKED),
                        Map.of(App.INIT_SQL, OFF, AUTO_COMMIT_OFF, true),
                        session -> {
                            try (Session other = session.getSessionFactory().openSession()) {
                                other.beginTransaction();
                                other.doWork(Coin.sql(ON));
                                other.getTransaction().commit();
                            }
                        },
                        false,
                        1020));
    }

    private static void readOnly(Session session) {
        session.doWork(connection -> connection.setReadOnly(true));
    }

    private static Map<String, Object> with(Map<String, Object> settings, String name, Object value) {
        Map<String, Object> all = new HashMap<>(settings);
        all.put(name, value);
        return all;
    }

    private static HandlerSocketClient client;

    @BeforeAll
    static void start() {
        SERVER.start();
        client = App.client(SERVER);
        Coin.create(SERVER);
        SERVER.execute("create table cached_player (id int primary key, version int not null,"
                + " nick varchar(20) unique, score int not null)");
    }

    @AfterAll
    static void stop() {
        client.close();
        SERVER.close();
    }

    @BeforeEach
    void rows() {
        SERVER.execute("replace into ht_coin values (1, 10)", "replace into cached_player values (1, 0, 'ann', 10)");
    }

    private static App app(boolean plain, Map<String, Object> special) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(App.ISOLATION, "TRANSACTION_REPEATABLE_READ");
        settings.put("hibernate.cache.use_second_level_cache", false);
        settings.putAll(special);
        return plain
                ? App.plain(SERVER, settings, Coin.class, CachedPlayer.class)
                : App.over(
                                SERVER,
                                DisturbedClient.keeping(client, DisturbedClient::call),
                                settings,
                                Coin.class,
                                CachedPlayer.class)
                        .ready(Coin.class, CachedPlayer.class);
    }

    /**
     * How it ended.
     *
     * @param failure the classes of the exception and its causes; empty if the transaction was committed
     * @param error the server's error; 0 if none
     * @param worth what the row says now
     */
    private record End(List<String> failure, int error, long worth) {

        static End of(Runnable work, String worth) {
            List<String> failure = new ArrayList<>();
            int error = 0;
            try {
                work.run();
            } catch (RuntimeException e) {
                for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                    failure.add(cause.getClass().getName());
                    error = cause instanceof SQLException sql ? sql.getErrorCode() : error;
                }
            }
            return new End(failure, error, number(worth));
        }
    }

    private static long number(String sql) {
        try (var connection = SERVER.dataSource().getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getLong(1) : -1;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static End run(App app, Case one, Route route) {
        return End.of(
                () -> {
                    try (Session session = app.sessionFactory().openSession()) {
                        one.before().accept(session);
                        Coin coin = one.outside() ? load(app, session, route) : null;
                        session.beginTransaction();
                        coin = coin == null ? load(app, session, route) : coin;
                        SERVER.execute("update ht_coin set worth = 20");
                        coin.worth = 11;
                        session.getTransaction().commit();
                    }
                },
                "select worth from ht_coin");
    }

    private static Coin load(App app, Session session, Route route) {
        return route == null ? session.find(Coin.class, 1) : app.routed(route, 1, () -> session.find(Coin.class, 1));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void endsAsOverJdbcAlone(Case one) {
        End alone;
        try (App plain = app(true, one.settings())) {
            alone = run(plain, one, null);
        }
        assertThat(alone.error()).as("%s", alone).isEqualTo(one.error());
        rows();
        try (App app = app(false, one.settings())) {
            End end = run(app, one, one.situation().route());
            if (one.isLatest()) {
                assertThat(end.failure())
                        .as("without snapshot there is nothing to check")
                        .isEmpty();
            } else {
                assertThat(end).isEqualTo(alone);
            }
            assertThat(app.loads().counts())
                    .extracting(LoadCount::reason)
                    .anyMatch(reason -> reason.contains(one.situation().reason()));
        }
    }

    /**
     * Every way to write, with and without version: each ends as over JDBC alone, whether writes are checked or not.
     */
    @Test
    void everyWrite() {
        for (String variable : new String[] {ON, OFF}) {
            Map<String, Object> settings = Map.of(App.INIT_SQL, variable);
            List<End> alone;
            try (App plain = app(true, settings)) {
                alone = writes(plain, null);
            }
            assertThat(alone).extracting(End::error).allMatch(error -> error == (variable.equals(ON) ? 1020 : 0));
            try (App app = app(false, settings)) {
                assertThat(writes(app, variable.equals(ON) ? Route.JDBC : Route.HANDLERSOCKET))
                        .isEqualTo(alone);
            }
        }
    }

    private List<End> writes(App app, Route route) {
        return List.of(
                write(app, route, Coin.class, session -> session.find(Coin.class, 1).worth = 11),
                write(app, route, Coin.class, session -> session.remove(session.find(Coin.class, 1))),
                write(
                        app,
                        route,
                        Coin.class,
                        session -> session.createMutationQuery("update Coin set worth = 11")
                                .executeUpdate()),
                write(app, route, CachedPlayer.class, session -> session.find(CachedPlayer.class, 1).score = 11),
                write(app, route, CachedPlayer.class, session -> session.remove(session.find(CachedPlayer.class, 1))));
    }

    private End write(App app, Route route, Class<?> entity, Consumer<Session> write) {
        rows();
        return End.of(
                () -> app.sessionFactory().inTransaction(session -> {
                    if (route == null) {
                        session.find(entity, 1);
                    } else {
                        app.<Object>routed(route, 1, () -> session.find(entity, 1));
                    }
                    SERVER.execute("update ht_coin set worth = 20", "update cached_player set score = 20, version = 1");
                    write.accept(session);
                }),
                entity == Coin.class ? "select worth from ht_coin" : "select score from cached_player");
    }

    @Test
    void isAnOptimisticFailureForJpa() {
        try (App app = app(false, Map.of())) {
            End end = End.of(
                    () -> app.sessionFactory().inTransaction(session -> {
                        Coin coin = session.find(Coin.class, 1);
                        SERVER.execute("update ht_coin set worth = 20");
                        coin.worth = 11;
                        session.flush();
                    }),
                    "select worth from ht_coin");
            assertThat(end.failure()).contains(OptimisticLockException.class.getName());
            assertThat(end.worth()).isEqualTo(20);
        }
    }

    @Test
    void setGlobalFollowedByNewConnections() {
        Coin.root(SERVER, "set global innodb_snapshot_isolation = OFF");
        try (App app = app(false, Map.of())) {
            app.<Integer>routed(
                    Route.HANDLERSOCKET, 1, () -> app.sessionFactory().fromTransaction(Coin::worth));
            Coin.root(SERVER, "set global innodb_snapshot_isolation = ON");
            app.<Integer>routed(
                    Route.HANDLERSOCKET, 1, () -> app.sessionFactory().fromTransaction(Coin::worth));
            app.renewConnections();
            app.<Integer>routed(Route.JDBC, 1, () -> app.sessionFactory().fromTransaction(Coin::worth));
        } finally {
            Coin.root(SERVER, "set global innodb_snapshot_isolation = ON");
        }
    }

    /** A transaction that only reads pays one question for its proof, however much it loads; nothing else pays. */
    @Test
    void theServerIsAskedOnceInAReadOnlyTransaction() {
        long[] fewest = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
        for (int i = 0; i < 5; i++) { // settings that are a second old are asked for again
            try (App app = app(false, HELD);
                    Session session = app.sessionFactory().openSession()) {
                readOnly(session);
                session.beginTransaction();
                long[] asked = {
                    statements(app, session, Route.HANDLERSOCKET, Coin.class, 1),
                    statements(app, session, Route.HANDLERSOCKET, CachedPlayer.class, 1),
                    0
                };
                session.getTransaction().commit();
                session.doWork(connection -> connection.setReadOnly(false));
                session.beginTransaction();
                asked[2] = statements(app, session, Route.JDBC, Coin.class, 2);
                session.getTransaction().commit();
                Arrays.setAll(fewest, n -> Math.min(fewest[n], asked[n]));
            }
        }
        assertThat(fewest)
                .as("for the first load, the second, and one that may be followed by a write")
                .containsExactly(1, 0, 1);
    }

    private static long statements(App app, Session session, Route route, Class<?> entity, int id) {
        long before = app.questions(session);
        app.<Object>routed(route, 1, () -> session.find(entity, id));
        return app.questions(session) - before - 1;
    }

    static Stream<Situation> situations() {
        return Stream.concat(
                cases().map(Case::situation), Stream.of(jdbc("SET GLOBAL to ON, then a new connection", CHECKED)));
    }
}
