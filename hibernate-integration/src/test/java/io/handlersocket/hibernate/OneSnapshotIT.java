// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** All rows of one statement are of one moment, as SQL's are, whatever is committed meanwhile. */
class OneSnapshotIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final int STATEMENTS = 2_000;
    private static final int COMMITS = 100;
    private static final double LEAST_FAST = 0.95;

    @Test
    void rowsThatAlwaysChangeTogetherAreNeverSeenApart() {
        SERVER.execute(
                "create or replace table player (id int unsigned primary key, name varchar(50), score int)",
                "insert into player select seq, 'p', 0 from seq_1_to_20");
        List<Long> ids = List.of(20L, 1L, 10L);
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger commits = new AtomicInteger();
        try (App app = App.fast(SERVER, Map.of(), Player.class).ready(Player.class)) {
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> writeUntil(stop, commits));
            int statements = 0;
            try {
                for (; statements < STATEMENTS || (commits.get() < COMMITS && !writer.isDone()); statements++) {
                    List<Player> players =
                            app.sessionFactory().fromSession(session -> session.findMultiple(Player.class, ids));
                    assertThat(players).extracting(player -> player.score).containsOnly(players.get(0).score);
                }
            } finally {
                stop.set(true);
            }
            writer.join();
            assertThat((double) app.loads().count(Route.HANDLERSOCKET))
                    .isGreaterThan(LEAST_FAST * (statements - app.away())); // the machine may have stood still
        }
        SERVER.execute("drop table player");
    }

    private static void writeUntil(AtomicBoolean stop, AtomicInteger commits) {
        try (Connection connection = SERVER.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            while (!stop.get()) {
                statement.executeUpdate("update player set score = score + 1");
                commits.incrementAndGet();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
