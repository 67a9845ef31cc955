// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Seed;
import io.handlersocket.hibernate.matrix.Dump;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.hibernate.Session;
import org.hibernate.query.SelectionQuery;
import org.junit.jupiter.api.Test;

/**
 * Made-up entities with made-up rows give the same by made-up keys over JDBC and over HandlerSocket. {@code -Dmodels.lookups=}
 * sets how many lookups there are, {@code -Dseed=} repeats a run.
 */
class RandomModelsIT {

    private static final int ENTITIES = 8;
    private static final int ROWS = 40;
    private static final int LOOKUPS_PER_ROUND = 500;
    private static final long OPEN_NANOS = Duration.ofSeconds(5).toNanos();
    private static final double LEAST_FAST = 0.95;

    private final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private final Random random = Seed.random(RandomModelsIT.class);
    private int entities;
    private long found;
    private long fast;
    private long onlySql;

    @Test
    void anyKeyOfAnyModelGivesWhatJdbcGives() {
        int lookups = Seed.size("models.lookups", LOOKUPS_PER_ROUND);
        for (int done = 0; done < lookups; done += LOOKUPS_PER_ROUND) {
            round(Math.min(LOOKUPS_PER_ROUND, lookups - done));
        }
        System.out.printf(
                "RandomModelsIT: %d lookups, %d found a row, %d over HandlerSocket, %d whose keys only SQL can compare%n",
                lookups, found, fast, onlySql);
        assertThat((double) fast).isGreaterThanOrEqualTo(LEAST_FAST * (lookups - onlySql));
        assertThat(fast).isGreaterThan(lookups / 2);
        assertThat(found).isGreaterThan(lookups / 10);
    }

    private void round(int lookups) {
        List<RandomEntity> models = new ArrayList<>();
        for (int i = 0; i < ENTITIES; i++) {
            models.add(new RandomEntity(entities++, random));
        }
        Class<?>[] types = models.stream().map(RandomEntity::type).toArray(Class<?>[]::new);
        try (App plain = App.plain(server, Map.of("hibernate.hbm2ddl.auto", "create-drop"), types)) {
            models.forEach(model -> fill(plain, model));
            try (App app = App.fast(server, Map.of(), types)) {
                models.forEach(model -> open(app, model));
                long before = app.loads().count(Route.HANDLERSOCKET);
                long refused = onlySql(app);
                for (int i = 0; i < lookups; i++) {
                    compare(plain, app, models.get(random.nextInt(ENTITIES)));
                }
                fast += app.loads().count(Route.HANDLERSOCKET) - before;
                onlySql += onlySql(app) - refused;
            }
        }
    }

    private void fill(App plain, RandomEntity model) {
        for (int i = 0; i < ROWS; i++) {
            try {
                plain.sessionFactory().inTransaction(session -> session.persist(model.instance(random)));
            } catch (RuntimeException e) {
                // A key twice, or a value that does not fit: not every row has to be.
            }
        }
    }

    /** Asks in both ways until their indexes are open, or never will be. */
    private void open(App app, RandomEntity model) {
        app.loads().prepare().toCompletableFuture().join();
        long end = System.nanoTime() + OPEN_NANOS;
        boolean open = false;
        while (!open && System.nanoTime() < end) {
            long before = opening(app);
            answer(app, byId(model, model.id().values().apply(random)));
            answer(app, byKey(model, model.instance(random)));
            open = opening(app) == before;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private void compare(App plain, App app, RandomEntity model) {
        Function<Session, Object> load = random.nextBoolean()
                ? byId(model, model.id().values().apply(random))
                : byKey(model, model.instance(random));
        String expected = answer(plain, load);
        assertThat(answer(app, load)).as("%s", model).isEqualTo(expected);
        if (expected.contains("{")) {
            found++;
        }
    }

    private static Function<Session, Object> byId(RandomEntity model, Object id) {
        return session -> session.find(model.type(), id);
    }

    private static Function<Session, Object> byKey(RandomEntity model, Object example) {
        return session -> {
            SelectionQuery<?> query = session.createSelectionQuery(model.query(), model.type());
            for (int i = 0; i < model.keyParts().size(); i++) {
                query.setParameter("k" + i, value(example, "k" + i));
            }
            return query.getResultList();
        };
    }

    private static Object value(Object entity, String field) {
        try {
            return entity.getClass().getField(field).get(entity);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String answer(App app, Function<Session, Object> load) {
        try {
            return app.sessionFactory().fromSession(session -> Dump.of(load.apply(session)));
        } catch (RuntimeException e) {
            return e.getClass() + String.valueOf(e.getMessage()).replaceAll("\\(conn=\\d+\\) ?", "");
        }
    }

    private static long opening(App app) {
        return sum(app, "being opened");
    }

    private static long onlySql(App app) {
        return sum(app, "only the driver can send") + sum(app, "HandlerSocket does not take");
    }

    private static long sum(App app, String reason) {
        return app.loads().counts().stream()
                .filter(count -> count.reason().contains(reason))
                .mapToLong(LoadCount::count)
                .sum();
    }
}
