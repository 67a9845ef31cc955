// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CostMeterTest {

    @Test
    void costsAreThoseOfARowAndOfACall() {
        CostMeter.Sum sum = new CostMeter.Sum();
        sum.add(new CostMeter.Reading(0.002, 0.004, 60_000, 30, 20, 200, 4), 100);
        sum.add(new CostMeter.Reading(0.002, 0.004, 60_000, 30, 20, 200, 4), 100);

        Cost cost = sum.of("multi", 2);

        assertThat(cost.serverCpuSeconds()).isEqualTo(2.0);
        assertThat(cost.wireBytes()).isEqualTo(600.0);
        assertThat(cost.rowsPerCall()).isEqualTo(100.0);
        assertThat(cost.perCall(cost.questions())).isEqualTo(4.0);
        assertThat(cost.perCall(cost.packets())).isEqualTo(30.0);
        assertThat(cost.perCall(cost.writes())).isEqualTo(20.0);
        assertThat(cost.serverCpuMicros()).isEqualTo(2_000.0);
        assertThat(cost.clientCpuMicros()).isEqualTo(4_000.0);
    }

    @Test
    void whatIsNotKnownIsNegative() {
        CostMeter.Sum sum = new CostMeter.Sum();
        sum.add(new CostMeter.Reading(Double.NaN, 1, Double.NaN, 1, 1, 1, 1), 100);

        Cost cost = sum.of("elsewhere", 0);

        assertThat(cost.serverCpuMicros()).isNegative();
        assertThat(cost.perCall(cost.wireBytes())).isNegative();
        assertThat(cost.rowsPerCall()).isEqualTo(1.0);
    }
}
