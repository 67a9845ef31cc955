// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.Route;
import io.handlersocket.hibernate.fixture.App;
import io.handlersocket.hibernate.fixture.Model;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.Seed;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever Hibernate loads is the same over JDBC, over HandlerSocket, and over a HandlerSocket that refuses or dies at random;
 * and each case takes the route it states.
 */
class FeatureMatrixIT {

    private static final HandlerSocketMariaDB SERVER = new HandlerSocketMariaDB();
    private static final Random RANDOM = Seed.random(FeatureMatrixIT.class);
    private static final long SETTLED_NANOS = Duration.ofSeconds(30).toNanos();
    private static final double MOST_REPEATED = 0.05;

    private static final Map<World, Ways> WAYS = new HashMap<>();
    private static KeyReads keyReads;
    private static long disturbedButFast;
    private static int cases;
    private static int repeated;

    private static Stream<Stream<MatrixCase>> kinds() {
        return Stream.of(
                IdCases.all(),
                AssociationCases.all(),
                JoinCases.all(),
                MappingCases.all(),
                RareCases.all(),
                NarrowedCases.all(),
                QueryCases.all(),
                CountCases.all(),
                LimitCases.all(),
                RangeCases.all(),
                TextOrderCases.all(),
                SessionCases.all());
    }

    static Stream<MatrixCase> cases() {
        return kinds().flatMap(cases -> cases);
    }

    /** Of each kind the first two that can be disturbed. */
    static Stream<MatrixCase> someCases() {
        return kinds().flatMap(cases ->
                cases.filter(one -> one.route() == Route.HANDLERSOCKET).limit(2));
    }

    @BeforeAll
    static void create() throws SQLException {
        // Its own: a server was seen to keep the tables of a connection that was cut until its idle timeout.
        SERVER.start();
        keyReads = new KeyReads(SERVER);
        SERVER.execute(
                "create database " + Model.ELSEWHERE, "grant all on " + Model.ELSEWHERE + ".* to " + account(SERVER));
        for (World world : World.all()) {
            WAYS.put(world, new Ways(SERVER, world, RANDOM));
        }
    }

    static String account(HandlerSocketMariaDB server) throws SQLException {
        try (Connection connection = server.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select current_user()")) {
            rows.next();
            String[] parts = rows.getString(1).split("@", -1);
            return "'" + parts[0] + "'@'" + parts[1] + "'";
        }
    }

    @AfterAll
    static void stopAndCountAll() throws SQLException {
        int disturbances = WAYS.values().stream().mapToInt(Ways::disturbances).sum();
        WAYS.values().forEach(Ways::close);
        keyReads.close();
        SERVER.stop();
        System.out.printf(
                "FeatureMatrixIT: %d of %d cases repeated without an outage; %d disturbances, %d loads in spite of"
                        + " them%n",
                repeated, cases, disturbances, disturbedButFast);
        assertThat((double) repeated).isLessThanOrEqualTo(MOST_REPEATED * cases);
        assertThat(disturbances).isPositive();
        assertThat(disturbedButFast).isPositive();
    }

    /** The caches of both are equally warm in each run. */
    @ParameterizedTest
    @MethodSource("cases")
    void isTheSameAsOverJdbc(MatrixCase matrixCase) {
        Ways ways = WAYS.get(matrixCase.world());
        Supplier<Run> both = () -> {
            Run plain = Run.uncounted(matrixCase, ways.plain(), ways.writes("plain"));
            Run fast = Run.of(matrixCase, ways.fast(), ways.writes("fast"), keyReads);
            assertThat(fast.outcome()).isEqualTo(plain.outcome());
            return fast;
        };
        cases++;
        assertRoute(matrixCase, settled(matrixCase, ways.fast(), both));
    }

    @ParameterizedTest
    @MethodSource("someCases")
    void isTheSameOverADisturbedHandlerSocket(MatrixCase matrixCase) {
        Ways ways = WAYS.get(matrixCase.world());
        Run plain = plain(matrixCase, ways);
        for (String way : ways.nextDisturbed()) {
            settled(matrixCase, ways.app(way), () -> Run.uncounted(matrixCase, ways.app(way), ways.writes(way)));
            ways.disturb(true);
            try {
                Run disturbed = Run.uncounted(matrixCase, ways.app(way), ways.writes(way));
                assertThat(disturbed.outcome()).as(way).isEqualTo(plain.outcome());
                disturbedButFast += disturbed.fast();
            } finally {
                ways.disturb(false);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    @Tag("exhaustive")
    void eachIsTheSameOverADisturbedHandlerSocket(MatrixCase matrixCase) {
        isTheSameOverADisturbedHandlerSocket(matrixCase);
    }

    private static Run plain(MatrixCase matrixCase, Ways ways) {
        Run.uncounted(matrixCase, ways.plain(), ways.writes("plain")); // caches are warm for all, or for none
        return Run.uncounted(matrixCase, ways.plain(), ways.writes("plain"));
    }

    /**
     * Returns the first run of the case that takes the route that the case states. The first statement that needs an
     * index opens it, and asks for the kind of its table. The library asks a JDBC connection again for settings that
     * are a second old. A machine that stands still for two seconds makes the client close all connections.
     */
    private static Run settled(MatrixCase matrixCase, App app, Supplier<Run> runs) {
        long end = System.nanoTime() + SETTLED_NANOS;
        boolean unexplained = false;
        for (int i = 0; ; i++) {
            long away = app.away();
            Run run = runs.get();
            if (isAsStated(matrixCase, run) || System.nanoTime() - end >= 0) {
                repeated += unexplained ? 1 : 0;
                return run;
            }
            unexplained |= app.away() == away;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(Math.min(20, 1L << Math.min(i, 5))));
        }
    }

    private static boolean isAsStated(MatrixCase matrixCase, Run run) {
        return matrixCase.route() == Route.HANDLERSOCKET
                ? run.fast() == matrixCase.loads() && run.questions() <= 0
                : run.reasons().keySet().stream().allMatch(reason -> reason.contains(matrixCase.reason()));
    }

    private static void assertRoute(MatrixCase matrixCase, Run run) {
        if (matrixCase.route() == Route.HANDLERSOCKET) {
            assertThat(run.reasons()).as("loads over JDBC").isEmpty();
            assertThat(run.fast()).as("loads over HandlerSocket").isEqualTo(matrixCase.loads());
            assertThat(run.questions()).as("SQL statements").isZero();
            if (!run.outcome()
                    .result()
                    .matches("String null|#1 list \\[\\]")) { // a key that no row can have is not sent
                assertThat(run.keyReads()).as("reads by key").isGreaterThanOrEqualTo(matrixCase.loads());
            }
            return;
        }
        assertThat(run.fast()).as("loads over HandlerSocket").isZero();
        assertThat(run.questions()).as("SQL statements").isPositive();
        assertThat(run.reasons().values().stream().mapToLong(n -> n).sum())
                .as("loads over JDBC, of %s", run.reasons())
                .isEqualTo(matrixCase.loads());
        assertThat(run.reasons().keySet()).allMatch(reason -> reason.contains(matrixCase.reason()));
    }
}
