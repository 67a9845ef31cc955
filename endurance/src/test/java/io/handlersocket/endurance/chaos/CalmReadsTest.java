// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A client that stays on JDBC between the faults fails the run. */
class CalmReadsTest {

    private static final Status START = StatusOf.reads(1_000, 1_000);

    private final CalmReads calm = new CalmReads();

    @Test
    void accepts95Percent() {
        assertThat(calm.add("flood", List.of(START), List.of(StatusOf.reads(1_095, 1_005))))
                .isEmpty();
        assertThat(calm.add("flood", List.of(START), List.of(StatusOf.reads(1_200, 1_000))))
                .isEmpty();
        assertThat(calm.reasons()).containsExactly(Map.entry("SESSION: busy", 5L));
        assertThat(calm.lines()).hasSize(4).allSatisfy(line -> {
            assertThat(line.intervals()).isEqualTo(2);
            assertThat(line.reads()).isEqualTo(300);
            assertThat(line.fast()).isEqualTo(295);
            assertThat(line.lowestPercent()).isEqualTo(95);
        });
    }

    @Test
    void refusesLessOfAnyKindInAnyJvm() {
        List<Status> begin = List.of(START, START);
        List<Status> end = List.of(StatusOf.reads(1_100, 1_000), StatusOf.reads(1_094, 1_006));
        assertThat(calm.add("flood", begin, end))
                .hasSize(4)
                .contains("calm after flood: HandlerSocket answered only 94 of 100 reads BY_ID of JVM 1; all JDBC reads"
                        + " there: {SESSION: busy=6}");
    }

    @Test
    void refusesToJudgeFewReads() {
        List<Status> end = List.of(StatusOf.reads(1_039, 1_000));
        assertThat(CalmReads.enough(List.of(START), end)).isFalse();
        assertThat(calm.add("flood", List.of(START), end))
                .hasSize(4)
                .contains("calm after flood: JVM 0 had only 39 reads DRAFT");
        assertThat(CalmReads.enough(List.of(START), List.of(StatusOf.reads(1_040, 1_000))))
                .isTrue();
    }
}
