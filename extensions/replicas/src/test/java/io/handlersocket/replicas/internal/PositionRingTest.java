// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.replicas.GtidPosition;
import org.junit.jupiter.api.Test;

class PositionRingTest {

    private final PositionRing ring = new PositionRing();

    private static GtidPosition at(long sequence) {
        return GtidPosition.parse("0-1-" + sequence);
    }

    private long nanosAt(long sequence) {
        PositionRing.Sample sample = ring.coveredBy(at(sequence));
        return sample == null ? -1 : sample.nanos();
    }

    @Test
    void theAgeIsThatOfTheNewestSampleThatThePositionCovers() {
        ring.add(100, at(10));
        ring.add(150, at(20));
        ring.add(200, at(30));
        assertThat(nanosAt(9)).isEqualTo(-1);
        assertThat(nanosAt(10)).isEqualTo(100);
        assertThat(nanosAt(19)).isEqualTo(100);
        assertThat(nanosAt(29)).isEqualTo(150);
        assertThat(nanosAt(31)).isEqualTo(200);
    }

    @Test
    void anIdlePrimaryMakesThePositionYoungerAndTakesNoRoom() {
        ring.add(100, at(10));
        for (int i = 0; i < 1_000; i++) {
            ring.add(200 + i, at(20));
        }
        assertThat(nanosAt(20)).isEqualTo(1_199);
        assertThat(nanosAt(10)).as("kept").isEqualTo(100);
    }

    @Test
    void theOldestSamplesAreForgotten() {
        for (int i = 0; i < 300; i++) {
            ring.add(i, at(i));
        }
        assertThat(nanosAt(299)).isEqualTo(299);
        assertThat(nanosAt(44)).isEqualTo(44);
        assertThat(nanosAt(43)).as("older than the oldest of 256").isEqualTo(-1);
    }

    @Test
    void aSecondDomainCountsFromItsFirstSample() {
        ring.add(100, at(10));
        ring.add(200, GtidPosition.parse("0-1-10,1-1-1"));
        assertThat(nanosAt(10)).isEqualTo(100);
    }

    @Test
    void nothingIsKnownAfterwards() {
        ring.add(100, at(10));
        ring.clear();
        assertThat(nanosAt(10)).isEqualTo(-1);
        assertThat(ring.newest()).isNull();
    }

    @Test
    void withoutAnyTransactionEveryPositionIsUpToDate() {
        ring.add(100, GtidPosition.NONE);
        assertThat(ring.coveredBy(GtidPosition.NONE)).isEqualTo(new PositionRing.Sample(100, GtidPosition.NONE));
    }
}
