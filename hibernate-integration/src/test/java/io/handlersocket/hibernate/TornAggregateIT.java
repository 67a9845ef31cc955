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
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
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
    // A writer that commits this often is one that moves under the readers, however slow the machine is.
    private static final int LEAST_COMMITS = 50;
    private static final long NAIVE_NANOS = TimeUnit.SECONDS.toNanos(20);

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
        try (App app = app(App.client(SERVER))) {
            CompletableFuture<Integer> writer =
                    CompletableFuture.supplyAsync(() -> Ledgers.writeUntil(stop, SERVER.dataSource()), THREAD);
            int torn;
            try {
                List<CompletableFuture<Integer>> readers = IntStream.range(0, READERS)
                        .mapToObj(i -> CompletableFuture.supplyAsync(() -> torn(app, entity, loads / READERS), THREAD))
                        .toList();
                torn = readers.stream().mapToInt(CompletableFuture::join).sum();
            } finally {
                stop.set(true);
            }
            int commits = writer.join();
            long fast = app.loads().count(Route.HANDLERSOCKET);
            System.out.printf(
                    "TornAggregateIT: %s: %d of %d loads torn, %d over HandlerSocket, %d commits meanwhile%n",
                    entity.getSimpleName(), torn, loads, fast, commits);
            assertThat(torn).isZero();
            assertThat((double) fast).isGreaterThan(leastFast * loads);
            assertThat(commits).as("commits meanwhile").isGreaterThan(LEAST_COMMITS);
        }
    }

    private static int torn(App app, Class<?> entity, int loads) {
        int torn = 0;
        for (int i = 0; i < loads; i++) {
            if (Ledgers.isTorn(load(app, entity, 1))) {
                torn++;
            }
        }
        return torn;
    }

    private static Object load(App app, Class<?> entity, int id) {
        return app.sessionFactory().fromSession(session -> session.find(entity, id));
    }

    /** What a packet of its own for each table would give: that none was torn is not because none could be. */
    @Test
    void readOneAfterTheOtherTheyWouldBe() {
        AtomicBoolean stop = new AtomicBoolean();
        try (App app = app(DisturbedClient.of(App.client(SERVER), TornAggregateIT::oneAfterTheOther))) {
            CompletableFuture<Integer> writer =
                    CompletableFuture.supplyAsync(() -> Ledgers.writeUntil(stop, SERVER.dataSource()), THREAD);
            try {
                for (Class<?> entity : List.of(Ledgers.Ledger.class, Ledgers.Slip.class)) {
                    long end = System.nanoTime() + NAIVE_NANOS;
                    boolean torn = false;
                    while (!torn && System.nanoTime() < end) {
                        torn = Ledgers.isTorn(load(app, entity, 1));
                    }
                    assertThat(torn).as("%s", entity).isTrue();
                }
            } finally {
                stop.set(true);
                writer.join();
            }
        }
    }

    private static Object oneAfterTheOther(Object target, Method method, Object[] args) throws Throwable {
        if (!method.getName().equals("readTogether")) {
            return DisturbedClient.call(target, method, args);
        }
        List<Rows> rows = new ArrayList<>();
        for (Object read : (List<?>) args[0]) {
            rows.addAll(((HandlerSocketClient) target).readTogether(List.of((Read) read)));
        }
        return rows;
    }
}
