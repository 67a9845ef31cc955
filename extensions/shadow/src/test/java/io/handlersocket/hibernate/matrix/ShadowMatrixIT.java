// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Model;
import io.handlersocket.shadow.Shadow;
import io.handlersocket.shadow.Shadow.Count;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Shadow mode finds no difference in any fast case of the feature matrix: every type, join and order. */
class ShadowMatrixIT {

    private static final HandlerSocketMariaDB SERVER = new HandlerSocketMariaDB();
    private static final int TRIES = 100;
    private static final Map<World, DmlLog> WRITES = new HashMap<>();
    private static final Map<World, App> APPS = new HashMap<>();
    private static final Pattern LIMIT =
            Pattern.compile("(?i)limit|fetch first|rows behind|exists|Criteria with a range");
    private static final Pattern FEW =
            Pattern.compile("from Indexed .*|select count.* from Indexed .*|r\\.player.*|owner with .*|from Visit .*");
    private static final Map<World, Long> LIMITED = new HashMap<>();

    @BeforeAll
    static void create() throws SQLException {
        SERVER.start();
        SERVER.execute(
                "create database " + Model.ELSEWHERE,
                "grant all on " + Model.ELSEWHERE + ".* to " + FeatureMatrixIT.account(SERVER));
    }

    private static void create(World world) {
        try (App plain =
                App.plain(SERVER, settings(world, Map.of("hibernate.hbm2ddl.auto", "create")), world.entities())) {
            SERVER.execute(world.insertRows().toArray(String[]::new));
        }
        APPS.put(
                world,
                App.fast(
                        SERVER,
                        settings(
                                world,
                                Map.of(
                                        Shadow.SAMPLE,
                                        1,
                                        Shadow.MAX_RATE,
                                        1_000,
                                        Shadow.DATA_SOURCE,
                                        shadowSource(world))),
                        world.entities()));
    }

    private static Map<String, Object> settings(World world, Map<String, Object> more) {
        Map<String, Object> all = new HashMap<>(more);
        all.putAll(world.settings());
        all.put("hibernate.generate_statistics", true);
        all.put("hibernate.session_factory.statement_inspector", WRITES.computeIfAbsent(world, any -> new DmlLog()));
        all.put("hibernate.connection.provider_disables_autocommit", true);
        all.put(App.ISOLATION, "TRANSACTION_READ_COMMITTED");
        return all;
    }

    private static DataSource shadowSource(World world) {
        Object options = world.settings().get(App.URL_OPTIONS);
        return new DriverManagerDataSource(
                options == null ? SERVER.getJdbcUrl() : SERVER.jdbcUrl(options.toString()),
                SERVER.getUsername(),
                SERVER.getPassword());
    }

    @AfterEach
    void close() {
        APPS.values().forEach(App::close);
        APPS.clear();
    }

    @AfterAll
    static void stop() {
        SERVER.stop();
    }

    @Test
    void noReadOfAFewTablesDiffers() {
        noneDiffers(
                FeatureMatrixIT.cases()
                        .filter(one -> FEW.matcher(one.name()).matches())
                        .map(one -> one.in(World.FEW)),
                60,
                World.FEW);
    }

    @Test
    @Tag("exhaustive")
    void noFastCaseDiffers() {
        noneDiffers(FeatureMatrixIT.cases(), 400, World.MAIN, World.PREPARED);
    }

    private static void noneDiffers(Stream<MatrixCase> cases, long atLeast, World... worlds) {
        Stream.of(worlds).forEach(ShadowMatrixIT::create);
        cases.filter(known -> known.route() == Route.HANDLERSOCKET && APPS.containsKey(known.world()))
                .forEach(ShadowMatrixIT::check);
        APPS.forEach((world, app) -> {
            Shadow shadow = shadow(app);
            assertThat(shadow.differences()).isEmpty();
            Map<String, Count> failed = shadow.counts().stream()
                    .filter(count -> count.failed() > 0)
                    .collect(Collectors.toMap(Count::role, count -> count));
            assertThat(failed).isEmpty();
        });
        long equal = shadow(APPS.get(worlds[0])).counts().stream()
                .mapToLong(Count::equal)
                .sum();
        assertThat(equal).isGreaterThan(atLeast);
    }

    private static void check(MatrixCase matrixCase) {
        App app = APPS.get(matrixCase.world());
        Shadow shadow = shadow(app);
        long before = app.loads().count(Route.HANDLERSOCKET);
        int tries = 0;
        Run run;
        do {
            run = Run.uncounted(matrixCase, app, WRITES.get(matrixCase.world()));
            if (run.fast() != matrixCase.loads()) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20)); // an index is being opened
            }
        } while (run.fast() != matrixCase.loads() && ++tries < TRIES);
        if (LIMIT.matcher(matrixCase.name()).find()) {
            LIMITED.merge(matrixCase.world(), app.loads().count(Route.HANDLERSOCKET) - before, Long::sum);
        }
        long limited = LIMITED.getOrDefault(matrixCase.world(), 0L);
        await(matrixCase.name())
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> checked(shadow) + shadow.dropped() + limited
                        >= app.loads().count(Route.HANDLERSOCKET));
    }

    private static Shadow shadow(App app) {
        return Shadow.of(app.sessionFactory()).orElseThrow();
    }

    private static long checked(Shadow shadow) {
        return shadow.counts().stream()
                .mapToLong(count -> count.equal() + count.changed() + count.different() + count.failed())
                .sum();
    }
}
