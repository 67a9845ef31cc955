// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Player;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Whoever has committed reads at least what he wrote. */
class ConcurrencyIT {

    private static final int THREADS = 8;
    private static final int ROUNDS = 50;

    private final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();

    @Test
    void everyThreadReadsItsOwnCommits() throws ExecutionException, InterruptedException {
        server.execute(
                "drop table if exists player",
                "create table player (id int unsigned primary key, name varchar(50), score int)");
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (App app =
                App.fast(server, Map.of(App.POOL_SIZE, THREADS), Player.class).ready(Player.class)) {
            List<Future<?>> all = new ArrayList<>();
            for (int thread = 1; thread <= THREADS; thread++) {
                long id = thread;
                all.add(threads.submit(() -> writeAndRead(app, id)));
            }
            for (Future<?> one : all) {
                one.get();
            }
            long expected = (long) THREADS * ROUNDS * (App.checksWrites(server) ? 1 : 2);
            assertThat(app.loads().count(Route.HANDLERSOCKET)).isPositive().isLessThanOrEqualTo(expected);
            assertThat(app.loads().count(Route.HANDLERSOCKET) + app.away())
                    .as(
                            "with those for which HandlerSocket was away, of %s",
                            app.loads().counts())
                    .isGreaterThanOrEqualTo(expected);
        } finally {
            threads.shutdownNow();
            server.execute("drop table player");
        }
    }

    private static void writeAndRead(App app, long id) {
        app.sessionFactory().inTransaction(session -> session.persist(new Player(id, "p" + id, 0)));
        for (int round = 1; round <= ROUNDS; round++) {
            int score = round;
            app.sessionFactory().inTransaction(session -> session.find(Player.class, id).score = score);
            Player read = app.sessionFactory().fromSession(session -> session.find(Player.class, id));
            assertThat(read.name).isEqualTo("p" + id);
            assertThat(read.score).isEqualTo(score);
        }
    }
}
