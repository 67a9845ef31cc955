// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.HandlerSocketClientBuilder;
import io.handlersocket.client.Index;
import io.handlersocket.client.Patience;
import io.handlersocket.client.PatientClient;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.CachedPlayer;
import io.handlersocket.hibernate.fixture.Factories;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.hibernate.fixture.SeenAnswers;
import io.handlersocket.hibernate.spi.LoadScopes;
import io.handlersocket.replicas.Freshness;
import io.handlersocket.replicas.ReadScope;
import io.handlersocket.replicas.Replicas;
import io.handlersocket.replicas.ServerSnapshot;
import io.handlersocket.replicas.hibernate.ReplicaSettings;
import io.handlersocket.testkit.ReplicatedMariaDB;
import jakarta.persistence.CacheStoreMode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.hibernate.FlushMode;
import org.hibernate.HibernateException;
import org.hibernate.ReadOnlyMode;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/** Loads of sessions that only read are answered by replicas, as fresh as asked for; all others by the primary. */
@Timeout(180)
class ReplicaLoadsIT {

    private static final String HOLD = "hibernate.connection.handling_mode";
    private static final Duration RECENT = Duration.ofMillis(500);
    private static final String UNPROVEN =
            "a freshness is asked for, which SQL of the read-only DataSource does not prove (expected any)";

    @RegisterExtension
    static final ReplicatedMariaDB DB = new ReplicatedMariaDB(2);

    private static Replicas replicas;
    private static App app;

    @BeforeAll
    static void open() {
        DB.primary()
                .execute(
                        "CREATE TABLE player (id INT UNSIGNED PRIMARY KEY, name VARCHAR(50), score INT)",
                        "INSERT INTO player VALUES (1, 'ann', 0), (2, 'bob', 0)");
        replicas = replicas();
        app = app(replicas, Map.of());
    }

    private static Replicas replicas() {
        return Replicas.builder(options(DB.server(1).dataSource()).name("db"))
                .replica("db2", options(DB.server(2).dataSource()))
                .replica("db3", options(DB.server(3).dataSource()))
                .build();
    }

    private static HandlerSocketClientBuilder options(DataSource dataSource) {
        return PatientClient.builder().dataSource(dataSource);
    }

    private static App app(Replicas servers, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(ReplicaSettings.REPLICAS, servers);
        settings.put(ReplicaSettings.FRESHNESS, "500ms");
        settings.put(App.ISOLATION, "TRANSACTION_READ_COMMITTED");
        settings.put(HOLD, "DELAYED_ACQUISITION_AND_HOLD");
        settings.putAll(more);
        return App.over(DB.server(1), servers.client(), settings, Player.class).ready(Player.class);
    }

    @AfterAll
    static void close() {
        app.close();
    }

    @BeforeEach
    void replicasAnswer() {
        awaitReplicas(app, replicas);
    }

    private static void awaitReplicas(App any, Replicas servers) {
        Patience.await().untilAsserted(() -> {
            assertThat(servers.servers())
                    .allSatisfy(server ->
                            assertThat(server.usable()).as("%s", server).isTrue());
            assertThat(accepted(servers, () -> reading(any, session -> session.find(Player.class, 2))))
                    .isPositive();
        });
    }

    @AfterEach
    void go() {
        for (int i = 0; i < 2; i++) {
            DB.startSqlThread(i);
            DB.awaitReplica(i, Patience.LIMIT);
        }
    }

    private static void stopReplicas() {
        DB.stopSqlThread(0);
        DB.stopSqlThread(1);
    }

    private static long accepted(Replicas servers, Runnable work) {
        long before = accepted(servers);
        work.run();
        return accepted(servers) - before;
    }

    private static long accepted(Runnable work) {
        return accepted(replicas, work);
    }

    private static long accepted(Replicas servers) {
        return servers.servers().stream().mapToLong(ServerSnapshot::accepted).sum();
    }

    /** A transaction of a session that only reads, as Spring begins one for {@code readOnly = true}. */
    private static <T> T reading(App any, Function<Session, T> work) {
        try (Session session = any.sessionFactory().openSession()) {
            session.setDefaultReadOnly(true);
            session.setHibernateFlushMode(FlushMode.MANUAL);
            session.beginTransaction();
            T answer = work.apply(session);
            session.getTransaction().commit();
            return answer;
        }
    }

    private static int score(Session session) {
        return session.find(Player.class, 1).score;
    }

    private static int next;

    /** Writes a new score by SQL that the application does not see; returns it. */
    private static int written() {
        next++;
        DB.primary().execute("UPDATE player SET score = " + next + " WHERE id = 1");
        return next;
    }

    /** Writes a new score with Hibernate, which reads nothing before; returns it. */
    private static int saved() {
        next++;
        app.sessionFactory()
                .inTransaction(
                        session -> session.createMutationQuery("update Player p set p.score = :score where p.id = 1")
                                .setParameter("score", next)
                                .executeUpdate());
        return next;
    }

    @Test
    void aReplicaAnswersATransactionThatOnlyReads() {
        long keys = keyReads();
        long loads = app.loads().count(Route.HANDLERSOCKET);
        long before = accepted(replicas);
        // A replica that was silent for a moment is out until its age is known again, and SQL answers meanwhile.
        Patience.await().until(() -> {
            assertThat(reading(app, session -> session.find(Player.class, 2)).name)
                    .isEqualTo("bob");
            return accepted(replicas) - before >= 25;
        });
        assertThat(keyReads() - keys).isGreaterThanOrEqualTo(25);
        assertThat(app.loads().count(Route.HANDLERSOCKET) - loads).isGreaterThanOrEqualTo(25);
    }

    private static long keyReads() {
        return DB.server(2).globalStatus("Handler_read_key") + DB.server(3).globalStatus("Handler_read_key");
    }

    @Test
    void thePrimaryAnswersWhatMayWrite() {
        stopReplicas();
        int score = written();
        assertThat(accepted(() -> replicas.read(Freshness.ANY, () -> {
                    app.sessionFactory()
                            .inTransaction(session -> assertThat(score(session)).isEqualTo(score));
                    app.sessionFactory()
                            .inSession(session -> assertThat(score(session)).isEqualTo(score));
                    return score;
                })))
                .isZero();
    }

    @Test
    void whatCouldBeFlushedStaysOnThePrimary() {
        stopReplicas();
        int score = written();
        assertThat(accepted(() -> replicas.read(Freshness.ANY, () -> {
                    app.sessionFactory().inTransaction(session -> {
                        session.setDefaultReadOnly(true); // its flush mode is AUTO
                        assertThat(score(session)).isEqualTo(score);
                    });
                    app.sessionFactory().inSession(session -> {
                        session.setHibernateFlushMode(FlushMode.MANUAL);
                        Player player = session.find(Player.class, 1);
                        session.setDefaultReadOnly(true); // but this one is not
                        session.refresh(player);
                        assertThat(player.score).isEqualTo(score);
                        assertThat(session.find(Player.class, 2)).isNotNull();
                    });
                    return reading(
                            app,
                            session -> session.createSelectionQuery("from Player p where p.id = 1", Player.class)
                                    .setReadOnly(false)
                                    .getSingleResult());
                })))
                .isZero();
    }

    @Test
    void aReplicaThatIsTooOldDoesNotAnswer() throws InterruptedException {
        stopReplicas();
        int score = written();
        Thread.sleep(RECENT.toMillis() + 100);
        assertThat(accepted(
                        () -> assertThat(reading(app, ReplicaLoadsIT::score)).isEqualTo(score)))
                .isZero();
        awaitOld(app, replicas, score);
    }

    /** Waits until a replica answers: on a busy machine, it may be left alone for a moment. */
    private static void awaitOld(App any, Replicas servers, int score) {
        Patience.await().until(() -> servers.read(Freshness.ANY, () -> reading(any, ReplicaLoadsIT::score)) < score);
    }

    @Test
    void afterItsOwnWritesASessionSeesThem() {
        for (int i = 0; i < 20; i++) {
            if (i == 10) {
                stopReplicas();
            }
            Patience.await().until(() -> {
                try (ReadScope scope = replicas.open(Freshness.ANY, replicas.session())) {
                    reading(app, ReplicaLoadsIT::score);
                    int score = saved();
                    assertThat(reading(app, ReplicaLoadsIT::score)).isEqualTo(score);
                    assertThat(reading(app, ReplicaLoadsIT::score)).isEqualTo(score);
                    return scope.answers().size() >= 3; // none of them was over JDBC
                }
            });
        }
    }

    @Test
    void afterSqlASessionStaysOnThePrimary() {
        assertThat(accepted(() -> reading(app, session -> {
                    session.createNativeQuery("select count(*) from player", Long.class)
                            .getSingleResult();
                    return score(session);
                })))
                .isZero();
    }

    @Test
    void afterAWriteOfAnEarlierTransactionASessionStaysOnThePrimary() {
        stopReplicas();
        replicas.read(Freshness.ANY, () -> {
            try (Session session = app.sessionFactory().openSession()) {
                session.setDefaultReadOnly(true);
                session.setHibernateFlushMode(FlushMode.MANUAL);
                next++;
                session.beginTransaction();
                session.createMutationQuery("update Player p set p.score = :score where p.id = 1")
                        .setParameter("score", next)
                        .executeUpdate();
                session.getTransaction().commit();
                session.beginTransaction();
                assertThat(score(session)).isEqualTo(next);
                session.getTransaction().commit();
            }
            return next;
        });
    }

    @Test
    void aSessionThatGivesItsConnectionBackStaysOnThePrimary() {
        Replicas others = replicas();
        try (App forgetful = app(others, Map.of(HOLD, "DELAYED_ACQUISITION_AND_RELEASE_AFTER_TRANSACTION"))) {
            long answers =
                    accepted(others, () -> others.read(Freshness.ANY, () -> reading(forgetful, ReplicaLoadsIT::score)));
            assertThat(answers).isZero();
        }
    }

    @Test
    void theLoadsOfOneSessionNeverGoBackwards() {
        DB.stopSqlThread(0);
        int current = 0;
        for (int i = 0; i < 30; i++) {
            written();
            DB.awaitReplica(1, Patience.LIMIT);
            int[] seen = replicas.read(
                    Freshness.ANY, () -> reading(app, session -> new int[] {score(session), again(session)}));
            assertThat(seen[1]).isGreaterThanOrEqualTo(seen[0]);
            current += seen[0] == next ? 1 : 0;
        }
        assertThat(current).as("answers of the replica that is not behind").isPositive();
    }

    /** A position that one replica alone has makes it answer, and after the scope the other one is behind. */
    @Test
    void noLoadIsOlderThanOneWithinASessionOfTheApplication() {
        DB.stopSqlThread(0);
        for (int i = 0; i < 20; i++) {
            written();
            DB.awaitReplica(1, Patience.LIMIT);
            Freshness current = Freshness.atLeast(Patience.answer(replicas::position));
            replicas.read(
                    Freshness.ANY,
                    () -> reading(app, session -> {
                        try (ReadScope scope = replicas.open(current, replicas.session())) {
                            assertThat(score(session)).isEqualTo(next);
                        }
                        session.clear();
                        assertThat(score(session)).isEqualTo(next);
                        try (ReadScope scope = replicas.open(Freshness.ANY, replicas.session())) {
                            session.clear();
                            assertThat(score(session)).isEqualTo(next);
                        }
                        return next;
                    }));
        }
    }

    @Test
    void rowsWithoutHibernateAreNotOlderThanTheLoadsBefore() {
        stopReplicas();
        int score = written();
        Index players = Patience.answer(() -> replicas.client().index("player"));
        Patience.await()
                .until(() -> replicas.read(
                                Freshness.ANY,
                                () -> players.find(1).orElseThrow().longAt(2))
                        < score);
        // SQL answers a load while the primary is not proven to be one, and then no replica may answer the rows.
        Patience.await()
                .until(() -> app.sessionFactory().fromSession(session -> {
                    assertThat(score(session)).isEqualTo(score);
                    return replicas.read(Freshness.ANY, () -> {
                        try (LoadScopes.Scope scope =
                                Objects.requireNonNull(app.loads().scope(session))) {
                            assertThat(players.find(1).orElseThrow().longAt(2)).isEqualTo(score);
                            return scope.allowsOthers();
                        }
                    });
                }));
    }

    private static int again(Session session) {
        int seen = score(session);
        for (int i = 0; i < 5; i++) {
            session.clear();
            int score = score(session);
            assertThat(score).isGreaterThanOrEqualTo(seen);
            seen = score;
        }
        return seen;
    }

    @Test
    void aScopeOfTheApplicationCountsMore() {
        assertThat(accepted(() -> replicas.read(Freshness.PRIMARY, () -> reading(app, ReplicaLoadsIT::score))))
                .isZero();
        Patience.await().untilAsserted(() -> {
            try (ReadScope scope = replicas.open(Freshness.ANY)) {
                reading(app, ReplicaLoadsIT::score);
                assertThat(scope.answers())
                        .singleElement()
                        .satisfies(answer -> assertThat(answer.primary()).isFalse());
            }
        });
    }

    @Test
    void rowsWithoutHibernateFollowTheSameRules() {
        assertThat(reading(app, this::freshness)).isEqualTo(Freshness.within(RECENT));
        assertThat(app.sessionFactory().fromTransaction(this::freshness)).isEqualTo(Freshness.PRIMARY);
        assertThat(freshness(null)).isEqualTo(Freshness.within(RECENT));
    }

    @Test
    void rowsInATransactionThatMayFlushByHandAreOfThePrimary() {
        try (Session session = app.sessionFactory().openSession()) {
            session.setHibernateFlushMode(FlushMode.MANUAL);
            assertThat(freshness(session)).as("outside a transaction").isEqualTo(Freshness.within(RECENT));
            session.beginTransaction();
            assertThat(freshness(session)).isEqualTo(Freshness.PRIMARY);
            session.getTransaction().commit();
        }
    }

    /** As Spring begins one in a session that is older. */
    @Test
    void rowsInATransactionOfAReadOnlyConnectionMayBeOfAReplica() {
        try (Session session = app.sessionFactory().openSession()) {
            session.setHibernateFlushMode(FlushMode.MANUAL);
            session.doWork(connection -> connection.setReadOnly(true));
            session.beginTransaction();
            assertThat(freshness(session)).isEqualTo(Freshness.within(RECENT));
            session.getTransaction().commit();
            session.doWork(connection -> connection.setReadOnly(false));
        }
    }

    private Freshness freshness(@Nullable Session session) {
        try (LoadScopes.Scope scope = Objects.requireNonNull(app.loads().scope(session))) {
            return replicas.scope().orElseThrow().freshness();
        }
    }

    @Test
    void aReplicaAnswersASessionThatIsBuiltForReading() {
        Patience.await().untilAsserted(() -> {
            try (Session session =
                    app.sessionFactory().withOptions().readOnly(true).openSession()) {
                session.setHibernateFlushMode(FlushMode.MANUAL);
                assertThat(accepted(() -> score(session))).isEqualTo(1);
            }
        });
        stopReplicas();
        int score = written();
        try (Session session = app.sessionFactory().withOptions().readOnly(true).openSession()) {
            assertThat(accepted(() -> assertThat(score(session)).isEqualTo(score)))
                    .as("its flush mode is AUTO")
                    .isZero();
        }
    }

    @Test
    void aReadOnlyDataSourceKeepsNoFreshness() {
        Replicas others = replicas();
        LazyConnectionDataSourceProxy split =
                new LazyConnectionDataSourceProxy(DB.server(1).dataSource());
        split.setReadOnlyDataSource(DB.server(2).dataSource());
        Map<String, Object> settings = Map.of(
                HandlerSocketSettings.CLIENT,
                others.client(),
                ReplicaSettings.REPLICAS,
                others,
                ReplicaSettings.FRESHNESS,
                "500ms",
                HOLD,
                "DELAYED_ACQUISITION_AND_HOLD");
        try (SessionFactory factory = Factories.build(split, settings, Player.class)) {
            HandlerSocketLoads loads = HandlerSocketLoads.of(factory);
            loads.prepare().toCompletableFuture().join();
            Patience.await().untilAsserted(() -> {
                assertThat(others.servers()).allMatch(ServerSnapshot::usable);
                factory.fromSession(ReplicaLoadsIT::score);
                assertThat(loads.count(Route.HANDLERSOCKET)).isPositive();
            });
            stopReplicas();
            int score = written();
            assertThat(factory.fromSession(ReplicaLoadsIT::score)).isEqualTo(score);
            try (Session session = factory.withOptions().readOnly(true).openSession()) {
                awaitUnproven(
                        loads,
                        () -> assertThat(freshScore(session))
                                .as("of the reader")
                                .isLessThan(score));
                Patience.await()
                        .untilAsserted(
                                () -> { // its index must be open there
                                    session.clear();
                                    long fast = loads.count(Route.HANDLERSOCKET);
                                    assertThat(others.read(Freshness.ANY, () -> score(session)))
                                            .isLessThan(score);
                                    assertThat(loads.count(Route.HANDLERSOCKET) - fast)
                                            .as("%s", loads.counts())
                                            .isOne();
                                });
                awaitUnproven(
                        loads,
                        () -> assertThat(others.read(Freshness.PRIMARY, () -> freshScore(session)))
                                .isLessThan(score));
            }
            assertThat(ofReader(loads)).containsOnlyKeys(UNPROVEN);
        } finally {
            others.close();
        }
    }

    private static int freshScore(Session session) {
        session.clear();
        return score(session);
    }

    /** Does a load until SQL answers it because no freshness is proven, not because HandlerSocket cannot answer now. */
    private static void awaitUnproven(HandlerSocketLoads loads, Runnable load) {
        Patience.await().until(() -> {
            long before = ofReader(loads).getOrDefault(UNPROVEN, 0L);
            load.run();
            return ofReader(loads).getOrDefault(UNPROVEN, 0L) == before + 1;
        });
    }

    /** Loads by their reason, if it is about the read-only DataSource. */
    private static Map<String, Long> ofReader(HandlerSocketLoads loads) {
        return loads.counts().stream()
                .filter(count -> count.reason().contains("read-only DataSource"))
                .collect(Collectors.toMap(LoadCount::reason, LoadCount::count));
    }

    @Test
    void anObserverDoesNotSeeTheAnswerOfAReplica() {
        Replicas others = replicas();
        SeenAnswers seen = new SeenAnswers("player.score");
        try (App observed = app(others, Map.of(SeenAnswers.OBSERVER, seen))) {
            awaitReplicas(observed, others);
            stopReplicas();
            int score = written();
            seen.values().clear();
            awaitOld(observed, others, score);
            Patience.await().until(() -> {
                observed.sessionFactory().inSession(ReplicaLoadsIT::score); // of the primary
                return !seen.values().isEmpty();
            });
            assertThat(seen.values()).containsOnly(score);
        }
    }

    @Test
    void aSecondLevelCacheGetsNothingOfAReplica() {
        DB.primary()
                .execute(
                        "CREATE TABLE cached_player (id INT PRIMARY KEY, version INT NOT NULL, nick VARCHAR(20) UNIQUE,"
                                + " score INT NOT NULL)",
                        "INSERT INTO cached_player VALUES (1, 0, 'ann', 0), (2, 0, 'bob', 0)");
        Replicas others = replicas();
        Map<String, Object> settings = new HashMap<>(CachedPlayer.cacheSettings("replicas"));
        settings.put(ReplicaSettings.REPLICAS, others);
        settings.put(ReplicaSettings.FRESHNESS, Freshness.ANY);
        settings.put(HOLD, "DELAYED_ACQUISITION_AND_HOLD");
        try (App caching = App.over(DB.server(1), others.client(), settings, CachedPlayer.class)
                .ready(CachedPlayer.class)) {
            Patience.await()
                    .untilAsserted(() -> assertThat(
                                    accepted(others, () -> reading(caching, ReplicaLoadsIT::withoutPut)))
                            .isPositive());
            stopReplicas();
            DB.primary().execute("UPDATE cached_player SET score = 7");
            assertThat(accepted(others, () -> reading(caching, session -> session.find(CachedPlayer.class, 1))))
                    .isZero();
            assertThat(caching.sessionFactory().fromTransaction(session -> session.find(CachedPlayer.class, 1)).score)
                    .isEqualTo(7);
        }
    }

    // With any option, Hibernate takes the mode of the find from the options alone.
    private static CachedPlayer withoutPut(Session session) {
        return session.find(CachedPlayer.class, 2, CacheStoreMode.BYPASS, ReadOnlyMode.READ_ONLY);
    }

    @Test
    void withConsistencySnapshotThePrimaryAnswers() {
        Replicas others = replicas();
        try (App strict = app(others, Map.of(HandlerSocketSettings.CONSISTENCY, "snapshot"))) {
            assertThat(accepted(
                            others,
                            () -> others.read(
                                    Freshness.ANY,
                                    () -> strict.sessionFactory().fromSession(session -> {
                                        session.setDefaultReadOnly(true);
                                        session.setHibernateFlushMode(FlushMode.MANUAL);
                                        return score(session);
                                    }))))
                    .isZero();
        }
    }

    @Test
    void aWrongFreshnessIsRefused() {
        assertThatThrownBy(() -> Factories.build(
                        null,
                        Map.of(
                                HandlerSocketSettings.CLIENT,
                                replicas.client(),
                                ReplicaSettings.REPLICAS,
                                replicas,
                                ReplicaSettings.FRESHNESS,
                                "99ms"),
                        Player.class))
                .isInstanceOf(HibernateException.class)
                .hasMessageContaining(ReplicaSettings.FRESHNESS)
                .hasMessageContaining("pollInterval");
    }
}
