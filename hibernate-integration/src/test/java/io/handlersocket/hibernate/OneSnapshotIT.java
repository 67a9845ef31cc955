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
import org.junit.jupiter.api.Test;

/** All rows of one statement are of one moment, as SQL's are, whatever is committed meanwhile. */
class OneSnapshotIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final int STATEMENTS = 2_000;
    private static final double LEAST_FAST = 0.95;

    @Test
    void rowsThatAlwaysChangeTogetherAreNeverSeenApart() {
        SERVER.execute(
                "create or replace table player (id int unsigned primary key, name varchar(50), score int)",
                "insert into player select seq, 'p', 0 from seq_1_to_20");
        List<Long> ids = List.of(20L, 1L, 10L);
        AtomicBoolean stop = new AtomicBoolean();
        try (App app = App.fast(SERVER, Map.of(), Player.class).ready(Player.class)) {
            CompletableFuture<Integer> writer = CompletableFuture.supplyAsync(() -> writeUntil(stop));
            try {
                for (int i = 0; i < STATEMENTS; i++) {
                    List<Player> players =
                            app.sessionFactory().fromSession(session -> session.findMultiple(Player.class, ids));
                    assertThat(players).extracting(player -> player.score).containsOnly(players.get(0).score);
                }
            } finally {
                stop.set(true);
            }
            assertThat(writer.join()).as("commits meanwhile").isGreaterThan(STATEMENTS / 20);
            assertThat((double) app.loads().count(Route.HANDLERSOCKET)).isGreaterThan(LEAST_FAST * STATEMENTS);
        }
        SERVER.execute("drop table player");
    }

    private static int writeUntil(AtomicBoolean stop) {
        try (Connection connection = SERVER.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            int commits = 0;
            while (!stop.get()) {
                statement.executeUpdate("update player set score = score + 1");
                commits++;
            }
            return commits;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
