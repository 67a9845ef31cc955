// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntervalTest {

    @Test
    void isStudentsIntervalOfTheLogarithms() {
        Interval interval = Interval.ofRatios(List.of(Math.exp(0.01), Math.exp(0.02), Math.exp(0.03)));

        // Standard deviation 0.01, t 4.303 with 2 degrees of freedom.
        double reach = 4.303 * 0.01 / Math.sqrt(3);
        assertThat(interval.mean()).isCloseTo(Math.exp(0.02), within(1e-9));
        assertThat(interval.low()).isCloseTo(Math.exp(0.02 - reach), within(1e-9));
        assertThat(interval.high()).isCloseTo(Math.exp(0.02 + reach), within(1e-9));
    }

    @Test
    void oneMeasurementHasNoInterval() {
        Interval interval = Interval.ofRatios(List.of(2.0));

        assertThat(interval.mean()).isCloseTo(2.0, within(1e-9));
        assertThat(interval.low()).isNaN();
        assertThat(interval.high()).isNaN();
    }

    @Test
    void containsTheTrueRatioInAbout95OfAHundredCases() {
        Random random = new Random(1);
        int inside = 0;
        for (int i = 0; i < 1_000; i++) {
            List<Double> ratios = new ArrayList<>();
            for (int j = 0; j < 10; j++) {
                ratios.add(0.98 * Math.exp(0.05 * random.nextGaussian()));
            }
            Interval interval = Interval.ofRatios(ratios);
            if (interval.low() <= 0.98 && 0.98 <= interval.high()) {
                inside++;
            }
        }
        assertThat(inside).isBetween(930, 970);
    }
}
