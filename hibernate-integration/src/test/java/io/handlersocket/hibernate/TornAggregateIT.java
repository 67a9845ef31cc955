// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Read;
import io.handlersocket.client.Rows;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.DisturbedClient;
import io.handlersocket.hibernate.fixture.Ledgers;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An aggregate that is loaded by one statement is of one moment, whatever is committed while it is loaded. */
class TornAggregateIT {

    private static final HandlerSocketMariaDB SERVER = HandlerSocketMariaDB.shared();
    private static final int LOADS = Integer.getInteger("torn.loads", 5_000);
    private static final int READERS = 2;
    private static final int LINES = 5;
    private static final double LEAST_FAST = 0.95;
    // Where what is asked for next depends on what moves, JDBC may have to answer more often.
    private static final double LEAST_FAST_OF_MOVING = 0.5;
    // A writer that commits this often is one that moves under the readers, who go on until it has.
    private static final int LEAST_COMMITS = 50;

    /** The common pool has too few threads for all who wait here, where there are two cores. */
    private static final Executor THREAD = task -> new Thread(task).start();

    private static App plain;

    @BeforeAll
    static void create() {
        plain = App.plain(SERVER, Map.of("hibernate.hbm2ddl.auto", "create-drop"), Ledgers.entities());
        SERVER.execute(Ledgers.rows(LINES).toArray(String[]::new));
    }

    @AfterAll
    static void drop() {
        plain.close();
    }

    private static App app(HandlerSocketClient client) {
        return App.over(SERVER, client, Map.of(App.POOL_SIZE, READERS), Ledgers.entities())
                .ready(Ledgers.Ledger.class, Ledgers.Slip.class);
    }

    @Test
    void aRootAndItsChildrenAreNeverTorn() {
        assertNeverTorn(Ledgers.Ledger.class, LOADS / 4 * 3, LEAST_FAST);
    }

    @Test
    void anAggregateBehindAReferenceThatMovesIsNeverTorn() {
        assertNeverTorn(Ledgers.Slip.class, LOADS / 4, LEAST_FAST_OF_MOVING);
    }

    private static void assertNeverTorn(Class<?> entity, int loads, double leastFast) {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger commits = new AtomicInteger();
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger torn = new AtomicInteger();
        try (App app = app(App.client(SERVER))) {
            CompletableFuture<Void> writer =
                    CompletableFuture.runAsync(() -> Ledgers.writeUntil(stop, commits, SERVER.dataSource()), THREAD);
            Runnable reader = () -> {
                while (asked.getAndIncrement() < loads || (commits.get() <= LEAST_COMMITS && !writer.isDone())) {
                    torn.addAndGet(Ledgers.isTorn(load(app, entity, 1)) ? 1 : 0);
                }
            };
            try {
                CompletableFuture.allOf(Stream.generate(() -> CompletableFuture.runAsync(reader, THREAD))
                                .limit(READERS)
                                .toArray(CompletableFuture[]::new))
                        .join();
            } finally {
                stop.set(true);
            }
            writer.join();
            long fast = app.loads().count(Route.HANDLERSOCKET);
            int all = asked.get() - READERS; // each asked once more than it loaded
            System.out.printf(
                    "TornAggregateIT: %s: %d of %d loads torn, %d over HandlerSocket, %d commits meanwhile%n",
                    entity.getSimpleName(), torn.get(), all, fast, commits.get());
            assertThat(torn).hasValue(0);
            assertThat((double) fast).isGreaterThan(leastFast * (all - app.away())); // the machine may have stood still
            assertThat(commits).hasValueGreaterThan(LEAST_COMMITS);
        }
    }

    private static Object load(App app, Class<?> entity, int id) {
        return app.sessionFactory().fromSession(session -> session.find(entity, id));
    }

    /** A packet of its own for each table would tear it, if a commit comes between: that none was torn is not luck. */
    @Test
    void readOneAfterTheOtherTheyWouldBe() throws SQLException {
        try (Connection writer = SERVER.dataSource().getConnection();
                App app = app(DisturbedClient.of(
                        App.client(SERVER),
                        (target, method, args) -> method.getName().equals("readTogether")
                                ? oneAfterTheOther((HandlerSocketClient) target, (List<?>) args[0], writer)
                                : DisturbedClient.call(target, method, args)))) {
            writer.setAutoCommit(false);
            for (Class<?> entity : List.of(Ledgers.Ledger.class, Ledgers.Slip.class)) {
                assertThat(Ledgers.isTorn(app.<Object>routed(Route.HANDLERSOCKET, 1, () -> load(app, entity, 1))))
                        .isTrue();
            }
        }
    }

    private static List<Rows> oneAfterTheOther(HandlerSocketClient client, List<?> reads, Connection writer)
            throws SQLException {
        List<Rows> rows = new ArrayList<>();
        for (Object read : reads) {
            rows.addAll(client.readTogether(List.of((Read) read)));
            Ledgers.write(writer, false);
        }
        return rows;
    }
}
