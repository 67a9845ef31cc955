// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 15, 16, 17, 31, 32, 33, 999, 1_000, 65_535, 65_536, 1_000_000, 60_000_000})
    void countsATimeInABucketThatEndsAtMostASixteenthLater(long micros) {
        long end = Latencies.upperBound(Latencies.bucket(micros));

        assertThat(end).isBetween(micros, micros + micros / 16 + 1);
        assertThat(Latencies.bucket(end)).isEqualTo(Latencies.bucket(micros));
        assertThat(Latencies.bucket(end + 1)).isEqualTo(Latencies.bucket(micros) + 1);
    }

    @Test
    void givesThePercentilesOfAKnownSeries() {
        Latencies latencies = new Latencies();
        for (int i = 1; i <= 10_000; i++) {
            latencies.record(i);
        }

        assertThat(latencies.count()).isEqualTo(10_000);
        assertThat((double) latencies.percentile(50)).isCloseTo(5_000, within(320.0));
        assertThat((double) latencies.percentile(99)).isCloseTo(9_900, within(620.0));
    }

    @Test
    void isZeroWithoutAnyTime() {
        assertThat(new Latencies().percentile(99)).isZero();
    }

    @Test
    void keepsATimeThatIsTooLongInItsLastBucket() {
        Latencies latencies = new Latencies();
        latencies.record(Long.MAX_VALUE);

        assertThat(latencies.percentile(50)).isPositive();
    }
}
