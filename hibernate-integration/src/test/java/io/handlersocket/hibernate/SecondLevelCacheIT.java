// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.CachedPlayer;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.hibernate.fixture.HibernateLine;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.hibernate.CacheMode;
import org.hibernate.stat.Statistics;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Hibernate's second-level cache stays what it is: above the loads, filled by them, and asked first. */
class SecondLevelCacheIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final String ROW = "insert into cached_player (id, version, nick, score) values (1, 0, 'ann', 10)";

    @BeforeEach
    void rows() {
        SERVER.execute(
                "create or replace table cached_player (id int primary key, version int not null, nick varchar(20) unique,"
                        + " score int not null)",
                ROW);
    }

    private static App app(String regions, boolean fast) {
        return fast
                ? App.fast(SERVER, CachedPlayer.cacheSettings(regions), CachedPlayer.class)
                        .ready(CachedPlayer.class)
                : App.plain(SERVER, CachedPlayer.cacheSettings(regions), CachedPlayer.class);
    }

    private static int score(App app) {
        return app.sessionFactory().fromTransaction(session -> session.find(CachedPlayer.class, 1).score);
    }

    /** The score, of which the cache knows nothing, also if it is asked for again. */
    private static int missed(App app) {
        app.sessionFactory().getCache().evict(CachedPlayer.class, 1);
        return score(app);
    }

    private static void own(App app, int score) {
        app.sessionFactory().inTransaction(session -> session.find(CachedPlayer.class, 1).score = score);
    }

    @Test
    void aMissIsReadOnceAndAHitNeverAgain() {
        try (App app = app("hits", true)) {
            app.expect(HANDLERSOCKET, 1, () -> missed(app));
            SERVER.execute("update cached_player set score = 99");
            long questions = app.questions();
            long fast = app.loads().count(HANDLERSOCKET);
            assertThat(score(app)).as("the cached row").isEqualTo(10);
            assertThat(app.loads().count(HANDLERSOCKET)).isEqualTo(fast);
            assertThat(app.questions() - questions - 1).isZero();
            assertThat(app.routed(HANDLERSOCKET, 1, () -> missed(app))).isEqualTo(99);
        }
    }

    /** A day in the life of a cache, told as what was seen and counted. */
    private static List<Object> script(App app) {
        List<Object> seen = new ArrayList<>();
        seen.add(score(app));
        own(app, 11);
        seen.add(score(app));
        SERVER.execute("update cached_player set score = 12, version = version + 1");
        seen.add(score(app));
        seen.add(app.sessionFactory().fromTransaction(session -> {
            CachedPlayer player = session.find(CachedPlayer.class, 1);
            session.refresh(player);
            return player.score;
        }));
        seen.add(score(app));
        seen.add(app.sessionFactory().fromTransaction(session -> {
            session.setCacheMode(CacheMode.REFRESH);
            return session.find(CachedPlayer.class, 1).score;
        }));
        app.sessionFactory().getCache().evictAllRegions();
        seen.add(app.sessionFactory().fromTransaction(session -> {
            session.setCacheMode(CacheMode.IGNORE);
            return session.find(CachedPlayer.class, 1).score;
        }));
        for (int i = 0; i < 2; i++) {
            seen.add(app.sessionFactory()
                    .fromTransaction(
                            session -> HibernateLine.findByNaturalId(session, CachedPlayer.class, "ann").score));
        }
        seen.add(app.sessionFactory().fromTransaction(session -> String.valueOf(session.find(CachedPlayer.class, 2))));
        app.sessionFactory().inTransaction(session -> session.remove(session.find(CachedPlayer.class, 1)));
        seen.add(app.sessionFactory().fromTransaction(session -> String.valueOf(session.find(CachedPlayer.class, 1))));
        Statistics statistics = app.sessionFactory().getStatistics();
        seen.add("hits " + statistics.getSecondLevelCacheHitCount() + ", misses "
                + statistics.getSecondLevelCacheMissCount() + ", puts " + statistics.getSecondLevelCachePutCount()
                + ", natural " + statistics.getNaturalIdCacheHitCount() + '/' + statistics.getNaturalIdCacheMissCount()
                + ", loads " + statistics.getEntityLoadCount());
        return seen;
    }

    @Test
    void hitsMissesAndPutsAreThoseOfJdbc() {
        List<Object> expected;
        try (App plain = app("plain-script", false)) {
            expected = script(plain);
        }
        SERVER.execute(ROW);
        try (App fast = app("fast-script", true)) {
            assertThat(script(fast)).isEqualTo(expected);
            assertThat(fast.loads().count(HANDLERSOCKET)).isGreaterThanOrEqualTo(4);
        }
    }

    /** A query whose result is kept is asked by SQL, forgotten after a write, and its entities are loaded like any others. */
    private static List<Object> cachedQueries(App app) {
        List<Object> seen = new ArrayList<>();
        seen.add(cachedQuery(app));
        seen.add(cachedQuery(app));
        app.sessionFactory().getCache().evict(CachedPlayer.class, 1);
        seen.add(cachedQuery(app));
        own(app, 11);
        seen.add(cachedQuery(app));
        app.sessionFactory()
                .inTransaction(session -> session.createMutationQuery("update CachedPlayer set score = 12")
                        .executeUpdate());
        seen.add(cachedQuery(app));
        app.sessionFactory().inTransaction(session -> session.remove(session.find(CachedPlayer.class, 1)));
        seen.add(cachedQuery(app));
        Statistics statistics = app.sessionFactory().getStatistics();
        seen.add("hits " + statistics.getQueryCacheHitCount() + ", misses " + statistics.getQueryCacheMissCount()
                + ", puts " + statistics.getQueryCachePutCount() + ", queries " + statistics.getQueryExecutionCount());
        return seen;
    }

    private static List<Integer> cachedQuery(App app) {
        return app.sessionFactory()
                .fromTransaction(session -> session
                        .createSelectionQuery("from CachedPlayer where nick = :nick", CachedPlayer.class)
                        .setParameter("nick", "ann")
                        .setCacheable(true)
                        .getResultList()
                        .stream()
                        .map(player -> player.score)
                        .toList());
    }

    @Test
    void theQueryCacheIsFilledByJdbcAndForgetsWhatWasWritten() {
        List<Object> expected;
        try (App plain = queryCache("plain-queries", false)) {
            expected = cachedQueries(plain);
        }
        SERVER.execute(ROW);
        try (App fast = queryCache("fast-queries", true)) {
            assertThat(cachedQueries(fast)).isEqualTo(expected).endsWith("hits 2, misses 4, puts 4, queries 4");
            assertThat(fast.loads().counts())
                    .filteredOn(count -> count.reason().equals("query cache"))
                    .extracting(LoadCount::count)
                    .as("those that the cache answered are left to it too")
                    .containsExactly(6L);
            assertThat(fast.loads().count(HANDLERSOCKET)).isPositive();
        }
    }

    private static App queryCache(String regions, boolean fast) {
        Map<String, Object> settings = CachedPlayer.cacheSettings(regions);
        settings.put("hibernate.cache.use_query_cache", true);
        return fast
                ? App.fast(SERVER, settings, CachedPlayer.class).ready(CachedPlayer.class)
                : App.plain(SERVER, settings, CachedPlayer.class);
    }

    /** A row that was read before somebody else changed it must not enter the cache after the change. */
    @Test
    void aRowReadBeforeACommitIsNotCachedAfterIt() {
        AtomicReference<Runnable> betweenReadAndPut = new AtomicReference<>(() -> {});
        DisturbedClient.Lookups readThenWait = (target, method, args) -> {
            Object answer = DisturbedClient.call(target, method, args);
            betweenReadAndPut.getAndSet(() -> {}).run();
            return answer;
        };
        try (App app = App.over(
                        SERVER,
                        DisturbedClient.of(App.client(SERVER), readThenWait),
                        CachedPlayer.cacheSettings("race"),
                        CachedPlayer.class)
                .ready(CachedPlayer.class)) {
            app.sessionFactory().getCache().evictAllRegions();
            betweenReadAndPut.set(
                    () -> CompletableFuture.runAsync(() -> own(app, 77)).join());
            assertThat(app.routed(HANDLERSOCKET, 2, () -> score(app)))
                    .as("read before the commit")
                    .isEqualTo(10);
            assertThat(score(app)).as("read after it").isEqualTo(77);
            await().untilAsserted(() -> assertThat(score(app)).isEqualTo(77));
        }
    }
}
