// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A DBA's program that waits too long for its locks fails the run. */
class LockTimesTest {

    private final LockTimes times = new LockTimes();

    @Test
    void keepsTheLongestWait() {
        times.waited(20);
        times.waited(3_000);
        times.waited(10);
        assertThat(times.take()).isEqualTo(3_000);
        assertThat(times.take()).isZero();
    }

    @Test
    void refusesAWaitOfMoreThanThreeSeconds() {
        assertThatThrownBy(() -> times.waited(3_001)).hasMessageContaining("3001 ms");
    }
}
