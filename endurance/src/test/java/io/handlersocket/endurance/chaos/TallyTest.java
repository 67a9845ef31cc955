// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A fault that did not happen fails the run. */
class TallyTest {

    private final Tally tally = new Tally(new Fault("flood", Effect.FAST_PATH, stage -> "wet"));

    @Test
    void aFaultThatNeverHappenedIsAProblem() {
        assertThat(tally.problems()).containsExactly("flood never happened");
        tally.happened("wet", 0);
        assertThat(tally.problems()).isEmpty();
    }

    @Test
    void keepsTheSlowestOfEach() {
        tally.recovered(clock(10, 200), 0);
        tally.recovered(clock(5, 100), 3_000);
        Tally.Line line = tally.line();
        assertThat(line.recoveries()).isEqualTo(2);
        assertThat(line.slowestJdbcMillis()).isEqualTo(10);
        assertThat(line.slowestRecoveryMillis()).isEqualTo(200);
        assertThat(line.slowestAfterJdbcMillis()).isEqualTo(190);
        assertThat(line.slowestTableMillis()).isEqualTo(3_000);
    }

    private static RecoveryClock clock(long jdbc, long fast) {
        RecoveryClock clock = new RecoveryClock(Effect.FAST_PATH, 1);
        clock.observed(jdbc, true, false);
        clock.observed(fast, true, true);
        return clock;
    }
}
