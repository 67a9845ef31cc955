// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static io.handlersocket.hibernate.Route.HANDLERSOCKET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.CachedPlayer;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import jakarta.persistence.OptimisticLockException;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Versions, where a load over HandlerSocket and one by SQL see different moments. */
class OptimisticLockingIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();

    @BeforeEach
    void rows() {
        SERVER.execute(
                "create or replace table cached_player (id int primary key, version int not null, nick varchar(20) unique,"
                        + " score int not null)",
                "insert into cached_player (id, version, nick, score) values (1, 0, 'ann', 10)");
    }

    private static Map<String, Object> settings(String consistency) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(App.ISOLATION, "TRANSACTION_REPEATABLE_READ");
        settings.put(HandlerSocketSettings.CONSISTENCY, consistency);
        settings.put("hibernate.cache.use_second_level_cache", false);
        return settings;
    }

    private static void somebodyElseWrites() {
        SERVER.execute("update cached_player set version = version + 1, score = 20");
    }

    private static void snapshotThenWrite(Session session) {
        session.createNativeQuery("select 1 from cached_player", Integer.class).getResultList();
        somebodyElseWrites();
        session.find(CachedPlayer.class, 1).score += 1;
    }

    @Test
    void aChangeAfterTheLoadIsNoticed() {
        try (App app = App.fast(SERVER, settings("default"), CachedPlayer.class).ready(CachedPlayer.class)) {
            assertThatThrownBy(() -> app.sessionFactory().inTransaction(session -> {
                        CachedPlayer player =
                                app.routed(App.inRepeatableRead(SERVER), 1, () -> session.find(CachedPlayer.class, 1));
                        somebodyElseWrites();
                        player.score = 11;
                    }))
                    .isInstanceOf(OptimisticLockException.class);
        }
    }

    @Test
    void aSnapshotOlderThanTheChangeFailsByDefaultAsOverJdbc() {
        try (App plain = App.plain(SERVER, settings("default"), CachedPlayer.class);
                App app = App.fast(SERVER, settings("default"), CachedPlayer.class)
                        .ready(CachedPlayer.class)) {
            assertThatThrownBy(() -> plain.sessionFactory().inTransaction(OptimisticLockingIT::snapshotThenWrite))
                    .isInstanceOf(OptimisticLockException.class);
            assertThatThrownBy(() -> app.sessionFactory().inTransaction(OptimisticLockingIT::snapshotThenWrite))
                    .isInstanceOf(OptimisticLockException.class);
        }
    }

    @Test
    void latestLoadsTheChangedRowAndBuildsOnIt() {
        try (App app = App.fast(SERVER, settings("latest"), CachedPlayer.class).ready(CachedPlayer.class)) {
            if (App.checksWrites(SERVER)) { // against the snapshot that the transaction has
                assertThatThrownBy(() -> app.sessionFactory().inTransaction(OptimisticLockingIT::snapshotThenWrite))
                        .isInstanceOf(OptimisticLockException.class)
                        .hasRootCauseInstanceOf(SQLException.class);
                return;
            }
            app.sessionFactory().inTransaction(OptimisticLockingIT::snapshotThenWrite);
            assertThat(app.sessionFactory().<Integer>fromSession(session -> session.find(CachedPlayer.class, 1).score))
                    .isEqualTo(21);
        }
    }

    @Test
    void refreshInACleanTransactionReadsTheNewestRow() {
        Route route = App.inRepeatableRead(SERVER);
        try (App app = App.fast(SERVER, settings("default"), CachedPlayer.class).ready(CachedPlayer.class)) {
            app.sessionFactory().inTransaction(session -> {
                CachedPlayer player = session.find(CachedPlayer.class, 1);
                somebodyElseWrites();
                app.<Object>routed(route, 1, () -> {
                    session.refresh(player);
                    return player;
                });
                assertThat(player.score).isEqualTo(route == HANDLERSOCKET ? 20 : 10); // SQL's is the snapshot's
            });
        }
    }
}
