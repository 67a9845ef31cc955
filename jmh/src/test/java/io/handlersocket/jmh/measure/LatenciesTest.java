// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenciesTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 15, 16, 17, 31, 32, 1_000, 65_535, 65_536, 1_234_567, 9_876_543_210L, Long.MAX_VALUE})
    void aTimeComesBackAtMostASixteenthLonger(long nanos) {
        Latencies latencies = new Latencies();
        latencies.add(nanos);

        long most = Math.min(nanos, Long.MAX_VALUE - nanos / 16) + nanos / 16;
        assertThat(latencies.quantile(0.5)).isBetween(nanos, most);
    }

    @Test
    void quantilesCountReads() {
        Latencies latencies = new Latencies();
        for (int i = 0; i < 99; i++) {
            latencies.add(10);
        }
        latencies.add(1_000_000);

        assertThat(latencies.quantile(0.99)).isEqualTo(10);
        assertThat(latencies.quantile(0.999)).isGreaterThanOrEqualTo(1_000_000);
        assertThat(new Latencies().quantile(0.5)).isZero();
    }
}
