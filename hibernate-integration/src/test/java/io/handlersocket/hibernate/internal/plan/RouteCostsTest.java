// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.hibernate.JdbcReason;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Simulates the loads of a statement: the time of a load depends on its route and number. */
class RouteCostsTest {

    private static final long MICROS = 1_000;
    private static final long MILLIS = 1_000_000;

    /** The loads of one statement in one application. */
    private static final class Loads {

        private final RouteCosts costs = new RouteCosts(false);
        private final Random random;
        private long done;
        private long overJdbc;
        private long changes;
        private long nanos;

        Loads(long seed) {
            random = new Random(seed);
        }

        void run(long loads, LongUnaryOperator handlerSocket, LongUnaryOperator jdbc) {
            for (long end = done + loads; done < end; done++) {
                int draw = random.nextInt() | Integer.MIN_VALUE;
                boolean goesOverJdbc = costs.cheaper(draw) != null || costs.measuresJdbc(draw);
                long took = (goesOverJdbc ? jdbc : handlerSocket).applyAsLong(done);
                nanos += took;
                overJdbc += goesOverJdbc ? 1 : 0;
                if (costs.isTimed(draw) && costs.record(goesOverJdbc, took)) {
                    changes++;
                }
            }
        }

        /** Returns about this time, as on a busy machine: half of it to three times, and sometimes ten times. */
        LongUnaryOperator about(long time) {
            return load -> {
                double noise = Math.exp(random.nextGaussian() * 0.4);
                return (long) (time * noise * (random.nextInt(100) == 0 ? 10 : 1));
            };
        }
    }

    private static LongUnaryOperator always(long time) {
        return load -> time;
    }

    @Test
    void theFirstLoadsNeverUseJdbc() {
        for (int seed = 0; seed < 200; seed++) {
            Loads loads = new Loads(seed);
            loads.run(RouteCosts.LOADS_BEFORE, always(MILLIS), always(MICROS));
            assertThat(loads.overJdbc).isZero();
        }
    }

    @Test
    void aFasterJdbcIsFoundAndTaken() {
        Loads loads = new Loads(1);
        loads.run(20_000, loads.about(300 * MICROS), loads.about(150 * MICROS));
        assertThat(loads.costs.isJdbcCheaper()).isTrue();
        long before = loads.overJdbc;
        loads.run(10_000, loads.about(300 * MICROS), loads.about(150 * MICROS));
        assertThat(loads.overJdbc - before).isGreaterThan(9_700);
        assertThat(loads.changes).isEqualTo(1);
        assertThat(reason(loads.costs).text()).matches("JDBC takes \\d+ us for this statement, HandlerSocket \\d+ us");
    }

    @Test
    void aFasterHandlerSocketStays() {
        Loads loads = new Loads(2);
        loads.run(200_000, loads.about(30 * MICROS), loads.about(90 * MICROS));
        assertThat(loads.changes).isZero();
        assertThat(loads.overJdbc).isBetween(300L, 1_600L);
    }

    @Test
    void equalRoutesDoNotFlap() {
        for (int seed = 0; seed < 20; seed++) {
            Loads loads = new Loads(seed);
            loads.run(100_000, loads.about(100 * MICROS), loads.about(100 * MICROS));
            assertThat(loads.changes).isLessThan(10);
        }
    }

    @Test
    void lessThanATenthIsNoReasonToChange() {
        Loads loads = new Loads(3);
        loads.run(100_000, always(100 * MICROS), always(92 * MICROS));
        assertThat(loads.changes).isZero();
        loads.run(100_000, always(100 * MICROS), always(85 * MICROS));
        assertThat(loads.changes).isEqualTo(1);
        loads.run(100_000, always(80 * MICROS), always(85 * MICROS));
        assertThat(loads.changes).isEqualTo(1);
    }

    @Test
    void warmingUpDecidesNothing() {
        for (int seed = 0; seed < 20; seed++) {
            Loads loads = new Loads(seed);
            // As measured on a JVM that has just started: 20 ms, and then less and less.
            loads.run(50_000, load -> 30 * MICROS + (load < 2_000 ? 20 * MILLIS / (load + 1) : 0), always(60 * MICROS));
            assertThat(loads.changes).isZero();
        }
    }

    @Test
    void firstLoadsOverJdbcThatPrepareTheStatementDecideNothing() {
        Loads loads = new Loads(4);
        long[] count = {0};
        loads.run(50_000, always(100 * MICROS), load -> {
            long before = count[0]++;
            return before == 0 ? 50 * MILLIS : before < 10 ? 150 * MICROS : 50 * MICROS;
        });
        assertThat(loads.costs.isJdbcCheaper()).isTrue();
        assertThat(loads.changes).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 5, 8, 12, 30})
    void aSlowOutlierOfEitherRouteDecidesNothing(long which) {
        Loads loads = new Loads(which);
        long[] count = {0, 0};
        loads.run(
                100_000,
                load -> count[0]++ % 10_000 == which ? 200 * MILLIS : 50 * MICROS,
                load -> count[1]++ == which ? 200 * MILLIS : 70 * MICROS);
        assertThat(loads.changes).isZero();
        assertThat(count[1]).isGreaterThan(100); // the outlier has not ended the measuring
    }

    /** The part of the time that the measuring of a slow route costs, its beginning included. */
    @ParameterizedTest
    @ValueSource(longs = {2, 3, 10, 50, 300, 3_000})
    void toMeasureASlowRouteCostsLittle(long ratio) {
        long winner = 40 * MICROS;
        Loads loads = new Loads(ratio);
        loads.run(10_000_000, always(winner), always(winner * ratio));
        double cost = (double) loads.nanos / (10_000_000 * winner) - 1;
        assertThat(loads.overJdbc).isPositive();
        assertThat(cost).isLessThan(0.01);
    }

    @Test
    void aRouteThatBecomesVerySlowCostsLittleToo() {
        Loads loads = new Loads(5);
        loads.run(100_000, always(40 * MICROS), always(80 * MICROS));
        long before = loads.nanos;
        loads.run(2_000_000, always(40 * MICROS), always(40 * MILLIS));
        assertThat((double) (loads.nanos - before) / (2_000_000 * 40 * MICROS) - 1)
                .isLessThan(0.01);
    }

    @Test
    void itComesBackWhenADelayEnds() {
        Loads loads = new Loads(6);
        loads.run(10_000, always(50 * MICROS), always(100 * MICROS));
        loads.run(5_000, always(5 * MILLIS), always(100 * MICROS));
        assertThat(loads.costs.isJdbcCheaper()).isTrue();
        loads.run(100_000, always(5 * MILLIS), always(100 * MICROS));
        loads.run(30_000, always(50 * MICROS), always(100 * MICROS));
        assertThat(loads.costs.isJdbcCheaper()).isFalse();
        assertThat(loads.changes).isEqualTo(2);
    }

    @Test
    void aRouteThatWaitsOftenIsNotTakenForItsFastLoads() {
        Loads loads = new Loads(9);
        loads.run(20_000, always(MILLIS), always(200 * MICROS));
        assertThat(loads.costs.isJdbcCheaper()).isTrue();
        // Half of the loads wait for a connection.
        loads.run(30_000, always(MILLIS), load -> loads.random.nextBoolean() ? 20 * MILLIS : 200 * MICROS);
        assertThat(loads.costs.isJdbcCheaper()).isFalse();
    }

    @Test
    void aRouteThatSuddenlyIsSlowIsLeftSoon() {
        Loads loads = new Loads(10);
        loads.run(50_000, always(50 * MICROS), always(100 * MICROS));
        loads.run(1_500, always(5 * MILLIS), always(100 * MICROS));
        assertThat(loads.costs.isJdbcCheaper()).isTrue();
    }

    @Test
    void aRouteThatWasNeverMeasuredIsNotTaken() {
        RouteCosts costs = new RouteCosts(true);
        for (int i = 0; i < 100_000; i++) {
            int draw = RouteCosts.draw();
            assertThat(costs.cheaper(draw)).isNull();
            costs.record(false, 50 * MILLIS); // JDBC is never measured, for example because its loads fail
        }
        assertThat(costs.isJdbcCheaper()).isFalse();
        assertThat(costs.jdbcNanos()).isZero();
    }

    @Test
    void twoNodesWithDifferentNetworksDecideForThemselves() {
        Loads near = new Loads(7);
        Loads far = new Loads(8);
        for (int i = 0; i < 100; i++) {
            near.run(300, near.about(30 * MICROS), near.about(80 * MICROS));
            far.run(300, far.about(900 * MICROS), far.about(600 * MICROS));
        }
        assertThat(near.costs.isJdbcCheaper()).isFalse();
        assertThat(far.costs.isJdbcCheaper()).isTrue();
        assertThat(near.changes).isZero();
        assertThat(far.changes).isEqualTo(1);
    }

    @Test
    void timesOutOfRangeAreNoError() {
        RouteCosts costs = new RouteCosts(false);
        for (int i = 0; i < 1_000; i++) {
            costs.record(i % 2 == 0, i % 3 == 0 ? Long.MAX_VALUE : i % 3 == 1 ? -1 : 0);
        }
        assertThat(costs.handlerSocketNanos()).isNotNegative();
        assertThat(costs.jdbcNanos()).isNotNegative();
    }

    private static JdbcReason reason(RouteCosts costs) {
        JdbcReason reason = null;
        while (reason == null) {
            reason = costs.cheaper(RouteCosts.draw());
        }
        return reason;
    }
}
