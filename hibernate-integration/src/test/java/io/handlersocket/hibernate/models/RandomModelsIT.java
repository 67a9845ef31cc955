// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.LoadCount;
import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.matrix.Dump;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hibernate.Hibernate;
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
    private static final int WAYS = 15;

    /** From this way on it is a range, of which there are too many to open the index for each ahead. */
    private static final int RANGES = 10;

    private static final int LOOKUPS_PER_ROUND = 500;
    private static final long OPEN_NANOS = Duration.ofSeconds(5).toNanos();
    private static final double LEAST_FAST = 0.95;

    /** A JVM defines a class name once, also when this test runs again. */
    private static int entities;

    private final HandlerSocketMariaDB server = HandlerSocketMariaDB.shared();
    private final Random random = Seed.random(RandomModelsIT.class);
    private RandomRange range;
    private long found;
    private long fast;
    private long jdbc;
    private long onlySql;
    private final Map<String, Long> reasons = new TreeMap<>();

    @Test
    void anyKeyOfAnyModelGivesWhatJdbcGives() {
        int lookups = Seed.size("models.lookups", LOOKUPS_PER_ROUND);
        for (int done = 0; done < lookups; done += LOOKUPS_PER_ROUND) {
            round(Math.min(LOOKUPS_PER_ROUND, lookups - done));
        }
        System.out.printf(
                "RandomModelsIT: %d lookups, %d found a row; %d loads, %d over HandlerSocket, %d whose keys only SQL can compare, or while an index is opened%n",
                lookups, found, fast + jdbc, fast, onlySql);
        assertThat(fast + jdbc).isGreaterThanOrEqualTo(lookups);
        assertThat((double) fast).as("%s", reasons).isGreaterThanOrEqualTo(LEAST_FAST * (fast + jdbc - onlySql));
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
                long fastBefore = app.loads().count(Route.HANDLERSOCKET);
                long jdbcBefore = app.loads().count(Route.JDBC);
                long refused = onlySql(app);
                for (int i = 0; i < lookups; i++) {
                    compare(plain, app, models.get(random.nextInt(ENTITIES)));
                }
                fast += app.loads().count(Route.HANDLERSOCKET) - fastBefore;
                jdbc += app.loads().count(Route.JDBC) - jdbcBefore;
                onlySql += onlySql(app) - refused;
                app.loads().counts().forEach(count -> reasons.merge(count.reason(), count.count(), Long::sum));
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

    /** Asks in every way until the indexes are open, or never will be. */
    private void open(App app, RandomEntity model) {
        app.loads().prepare().toCompletableFuture().join();
        long end = System.nanoTime() + OPEN_NANOS;
        boolean open = false;
        while (!open && System.nanoTime() < end) {
            long before = app.away();
            for (int way = 0; way < RANGES; way++) {
                answer(app, load(model, way));
            }
            open = app.away() == before;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    private void compare(App plain, App app, RandomEntity model) {
        int way = random.nextInt(WAYS);
        Function<Session, Object> load = load(model, way);
        String expected = answer(plain, load);
        long end = System.nanoTime() + OPEN_NANOS;
        long before;
        do {
            before = app.away();
            assertThat(answer(app, load))
                    .as("way %d of %s, %s", way, model, range)
                    .isEqualTo(expected);
            if (app.away() > before) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        } while (app.away() > before && System.nanoTime() < end);
        if (expected.contains("{")) {
            found++;
        }
    }

    private Function<Session, Object> load(RandomEntity model, int way) {
        Object example = model.instance(random);
        return switch (way) {
            case 0 -> session -> session.find(model.type(), value(example, "id"));
            case 1 -> severalIds(model);
            case 2 -> by(model, model.uniqueKey(), example);
            case 3 -> by(model, List.of("g0"), example);
            case 4 -> by(model, List.of("g1", "g0"), example);
            case 5 -> in(model, "g0");
            case 6 -> collection(model, value(example, "id"));
            case 7 -> join(model, "from %1$s e left join fetch e.tags where e.id = :id", example);
            case 8 -> join(model, "select f from %1$s e join %1$s f on f.g0 = e.g0 where e.id = :id", example);
            case 9 -> join(model, uniqueJoin(model), example);
            default -> {
                RandomRange made = new RandomRange(model, random, RandomModelsIT::value);
                range = made;
                yield made::load;
            }
        };
    }

    private static Function<Session, Object> join(RandomEntity model, String jpql, Object example) {
        return session ->
                unordered(session.createSelectionQuery(String.format(Locale.ROOT, jpql, model.name()), model.type())
                        .setParameter("id", value(example, "id")));
    }

    /** By what its rows have in common with themselves alone, but for what a collation takes for the same. */
    private static String uniqueJoin(RandomEntity model) {
        return model.uniqueKey().stream()
                .map(attribute -> "f." + attribute + " = e." + attribute)
                .collect(Collectors.joining(" and ", "select f from %1$s e join %1$s f on ", " where e.id = :id"));
    }

    private Function<Session, Object> severalIds(RandomEntity model) {
        List<Object> ids = some(model, "id");
        return session -> session.findMultiple(model.type(), ids);
    }

    private static Function<Session, Object> by(RandomEntity model, List<String> attributes, Object example) {
        return session -> {
            SelectionQuery<?> query = session.createSelectionQuery(model.query(attributes), model.type());
            attributes.forEach(attribute -> query.setParameter(attribute, value(example, attribute)));
            return unordered(query);
        };
    }

    private Function<Session, Object> in(RandomEntity model, String attribute) {
        List<Object> values = some(model, attribute);
        String jpql = "from " + model.name() + " e where e." + attribute + " in (:values)";
        return session ->
                unordered(session.createSelectionQuery(jpql, model.type()).setParameterList("values", values));
    }

    private static Function<Session, Object> collection(RandomEntity model, Object id) {
        return session -> {
            Object owner = session.find(model.type(), id);
            if (owner != null) {
                Hibernate.initialize(value(owner, "tags"));
            }
            return owner;
        };
    }

    private List<Object> some(RandomEntity model, String attribute) {
        List<Object> values = new ArrayList<>();
        for (int more = 2 + random.nextInt(5); more > 0; more--) {
            values.add(value(model.instance(random), attribute));
        }
        return values;
    }

    /** What SQL does not sort has no order to compare. */
    private static Set<?> unordered(SelectionQuery<?> query) {
        return new LinkedHashSet<>(query.getResultList());
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

    private static long onlySql(App app) {
        return app.away()
                + sum(app, "only the driver can send")
                + sum(app, "HandlerSocket does not take")
                + sum(app, "only SQL can compare")
                + sum(app, "more decimals than column")
                + sum(app, "does not hold exactly")
                + sum(app, "cannot hold")
                + sum(app, "a range with NULL")
                + sum(app, "a range of column")
                + sum(app, "CHAR under")
                + sum(app, "only the database can sort")
                + sum(app, "BETWEEN on column")
                + sum(app, "read as KEY");
    }

    private static long sum(App app, String reason) {
        return app.loads().counts().stream()
                .filter(count -> count.reason().contains(reason))
                .mapToLong(LoadCount::count)
                .sum();
    }
}
