// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A steady rise is a leak; noise, a single step and a level are not. */
class SeriesTest {

    private static final int SAMPLES = 11;
    private static final int RUNS = 1_000;
    private static final long KILOBYTE = 1024;

    private final Random random = new Random(7);

    /** All series of a process that leaks in one way. */
    private static List<Series> leaking(int sockets, int threads, long heap, long direct) {
        return Series.of(IntStream.range(0, SAMPLES)
                .mapToObj(i -> new Footprint(
                        "JVM 0",
                        20 + i * sockets,
                        0,
                        30 + i * threads,
                        30_000 * KILOBYTE + i * heap,
                        3_000 + i * direct))
                .toList());
    }

    private static List<String> problems(List<Series> series) {
        return series.stream().flatMap(each -> each.problems().stream()).toList();
    }

    private static boolean isLeak(double limit, LongUnaryOperator value) {
        List<Long> values = LongStream.range(0, SAMPLES).map(value).boxed().toList();
        return !new Series("JVM 0", "things", limit, values).problems().isEmpty();
    }

    @Test
    void aLevelIsNoLeak() {
        assertThat(problems(leaking(0, 0, 0, 0))).isEmpty();
        assertThat(problems(leaking(-1, -1, -600 * KILOBYTE, -600 * KILOBYTE))).isEmpty();
    }

    @Test
    void findsEachKindOfLeak() {
        assertThat(problems(leaking(1, 0, 0, 0)))
                .containsExactly(
                        "JVM 0: sockets rise by 1.0 in each cycle: [20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]");
        assertThat(problems(leaking(0, 1, 0, 0))).singleElement().asString().contains("threads");
        assertThat(problems(leaking(0, 0, 600 * KILOBYTE, 0)))
                .singleElement()
                .asString()
                .contains("bytes of heap");
        assertThat(problems(leaking(0, 0, 0, 100 * KILOBYTE)))
                .singleElement()
                .asString()
                .contains("direct bytes");
    }

    @Test
    void findsALostSocketOfEachCycleBelowTheLoad() {
        for (int run = 0; run < RUNS; run++) {
            assertThat(isLeak(0.5, i -> 20 + i + random.nextInt(3))).isTrue();
        }
    }

    @Test
    void findsMostLeaksOfHeapBelowTheNoiseOfCollections() {
        long found = IntStream.range(0, RUNS)
                .filter(run ->
                        isLeak(300 * KILOBYTE, i -> 30_000 * KILOBYTE + i * 600 * KILOBYTE + noise(700 * KILOBYTE)))
                .count();
        assertThat(found).isGreaterThan(RUNS * 98 / 100);
    }

    @Test
    void noiseIsNoLeak() {
        long sockets = IntStream.range(0, RUNS)
                .filter(run -> isLeak(0.5, i -> 20 + random.nextInt(6)))
                .count();
        long heap = IntStream.range(0, RUNS)
                .filter(run -> isLeak(300 * KILOBYTE, i -> 30_000 * KILOBYTE + noise(1_000 * KILOBYTE)))
                .count();
        assertThat(sockets).isLessThan(RUNS / 200);
        assertThat(heap).isLessThan(RUNS / 200);
    }

    @Test
    void aSingleStepIsNoLeak() {
        for (int step = 0; step <= SAMPLES; step++) {
            int at = step;
            assertThat(isLeak(64 * KILOBYTE, i -> i < at ? 0 : 4_096 * KILOBYTE))
                    .isFalse();
        }
    }

    private long noise(long deviation) {
        return Math.round(random.nextGaussian() * deviation);
    }
}
