// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static io.handlersocket.hibernate.Route.JDBC;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.HibernateLine;
import io.handlersocket.hibernate.fixture.Keyed;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Keys of all kinds give the row, or the absence of one, that JDBC gives. */
class LookupIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    private static App plain;
    private static App fast;

    @BeforeAll
    static void start() {
        Class<?>[] entities = entities();
        plain = App.plain(
                SERVER,
                Map.of("hibernate.hbm2ddl.auto", "create", "hibernate.hbm2ddl.halt_on_error", "true"),
                entities);
        SERVER.execute(
                "insert into player (id, name, score) values (0, 'nobody', 0), (1, 'ann', 10), (4294967295, 'last', 1)");
        SERVER.execute(Keyed.rows().toArray(String[]::new));
        fast = App.fast(SERVER, Map.of(), entities).ready(entities);
    }

    private static Class<?>[] entities() {
        Class<?>[] keyed = Keyed.entities();
        Class<?>[] all = java.util.Arrays.copyOf(keyed, keyed.length + 1);
        all[keyed.length] = Player.class;
        return all;
    }

    @AfterAll
    static void stop() {
        fast.close();
        plain.close();
    }

    private static <T> T of(App app, Function<Session, T> work) {
        return app.sessionFactory().fromSession(work);
    }

    /** Finds by this id both ways; over HandlerSocket a key that no row can have is answered without asking. */
    private static void same(Route route, Class<?> entity, Object id) {
        Object expected = of(plain, session -> session.find(entity, id));
        Object actual = expected == null
                ? fast.routed(route, 1, () -> of(fast, session -> session.find(entity, id)))
                : fast.expect(route, 1, () -> of(fast, session -> session.find(entity, id)));
        assertThat(actual)
                .as("%s %s", entity.getSimpleName(), id)
                .usingRecursiveComparison()
                .isEqualTo(expected);
    }

    @Test
    void findsRowsAndTheirAbsence() {
        same(HANDLERSOCKET, Player.class, 1L);
        same(HANDLERSOCKET, Player.class, 2L);
        same(HANDLERSOCKET, Player.class, 0L);
        same(HANDLERSOCKET, Player.class, 4_294_967_295L);
    }

    @Test
    void findsNoOtherRowForKeysBeyondTheColumn() {
        same(HANDLERSOCKET, Player.class, -1L);
        same(HANDLERSOCKET, Player.class, 4_294_967_296L);
        same(HANDLERSOCKET, Player.class, Long.MAX_VALUE);
        same(HANDLERSOCKET, Player.class, Long.MIN_VALUE);
        same(HANDLERSOCKET, Keyed.BySmall.class, 99_999);
        same(HANDLERSOCKET, Keyed.BySmall.class, -32_769);
        same(HANDLERSOCKET, Keyed.BySmall.class, 32_767);
        same(HANDLERSOCKET, Keyed.BySmall.class, -1);
        same(HANDLERSOCKET, Keyed.ByText.class, "abcdeXYZ");
        same(HANDLERSOCKET, Keyed.ByDecimal.class, new BigDecimal("123456789012"));
        same(JDBC, Keyed.ByDecimal.class, new BigDecimal("1.104"));
    }

    @Test
    void findsByEveryTypeOfKey() {
        same(HANDLERSOCKET, Keyed.ByText.class, "abcde");
        same(HANDLERSOCKET, Keyed.ByText.class, "zoë");
        same(HANDLERSOCKET, Keyed.ByText.class, "");
        same(HANDLERSOCKET, Keyed.ByBinaryText.class, "abcde");
        same(HANDLERSOCKET, Keyed.ByBinaryText.class, "ABCDE");
        same(HANDLERSOCKET, Keyed.ByLatin.class, "café");
        same(HANDLERSOCKET, Keyed.ByUuid.class, UUID.fromString("123e4567-e89b-12d3-a456-426614174000"));
        same(HANDLERSOCKET, Keyed.ByUuid.class, UUID.fromString("123e4567-e89b-12d3-a456-426614174001"));
        same(HANDLERSOCKET, Keyed.ByBytes.class, UUID.fromString("123e4567-e89b-12d3-a456-426614174000"));
        same(HANDLERSOCKET, Keyed.ByDecimal.class, new BigDecimal("1.10"));
        same(HANDLERSOCKET, Keyed.ByDecimal.class, new BigDecimal("-0.05"));
        same(HANDLERSOCKET, Keyed.ByEnum.class, Keyed.Size.M);
        same(HANDLERSOCKET, Keyed.ByEnum.class, Keyed.Size.L);
    }

    @Test
    void findsByCompositeIds() {
        same(HANDLERSOCKET, Keyed.ByPair.class, new Keyed.Pair(1, "x"));
        same(HANDLERSOCKET, Keyed.ByPair.class, new Keyed.Pair(1, "y"));
        same(HANDLERSOCKET, Keyed.ByPair.class, new Keyed.Pair(2, "x"));
        same(HANDLERSOCKET, Keyed.ByIdClass.class, new Keyed.TwoIds(1, 2));
        same(HANDLERSOCKET, Keyed.ByIdClass.class, new Keyed.TwoIds(2, 1));
        same(HANDLERSOCKET, Keyed.ByIdClass.class, new Keyed.TwoIds(1, 1));
    }

    @Test
    void findsByNaturalId() {
        await().untilAsserted(() -> assertThat(natural(fast, "seven")).isNotNull());
        await().untilAsserted(() -> fast.expect(HANDLERSOCKET, 1, () -> natural(fast, "seven")));
        assertThat(fast.expect(HANDLERSOCKET, 1, () -> natural(fast, "seven")))
                .usingRecursiveComparison()
                .isEqualTo(natural(plain, "seven"));
        assertThat(fast.<Object>routed(HANDLERSOCKET, 1, () -> natural(fast, "eight")))
                .isNull();
    }

    private static Keyed.ByNaturalId natural(App app, String code) {
        return of(app, session -> HibernateLine.findByNaturalId(session, Keyed.ByNaturalId.class, code));
    }

    @Test
    void findsByDate() {
        same(HANDLERSOCKET, Keyed.ByDay.class, LocalDate.of(2024, 2, 29));
    }

    @Test
    void findsForProxiesStatelessSessionsRefreshAndQueries() {
        fast.expect(
                HANDLERSOCKET,
                1,
                () -> of(fast, session -> {
                    Player player = session.getReference(Player.class, 1L);
                    Hibernate.initialize(player);
                    return player;
                }));
        fast.expect(
                HANDLERSOCKET,
                1,
                () -> fast.sessionFactory().fromStatelessSession(session -> session.get(Player.class, 1L)));
        fast.expect(
                HANDLERSOCKET,
                2,
                () -> of(fast, session -> {
                    Player player = session.find(Player.class, 1L);
                    session.refresh(player);
                    return player;
                }));
        fast.expect(
                HANDLERSOCKET,
                1,
                () -> of(
                        fast,
                        session -> session.createSelectionQuery("from Player p where p.id = :id", Player.class)
                                .setParameter("id", 1L)
                                .getSingleResult()));
    }
}
