// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A pause of the JVM does not make requests late that are answered. */
class SweepTest {

    private long now;
    private int searches;
    private final Sweep sweep = new Sweep(time -> searches++, 10, () -> now);

    private void turnAfter(long nanos) {
        now += nanos;
        sweep.run();
    }

    @Test
    void searchesInEveryTurnThatIsHardlyLate() {
        turnAfter(10);
        turnAfter(20);
        assertThat(searches).isEqualTo(2);
    }

    @Test
    void passesOverTheTurnAfterAPause() {
        turnAfter(10);
        turnAfter(800);
        assertThat(searches).isEqualTo(1);
        turnAfter(10);
        assertThat(searches).isEqualTo(2);
    }

    @Test
    void searchesInEverySecondTurnOfALoopThatIsAlwaysLate() {
        for (int i = 0; i < 10; i++) {
            turnAfter(50);
        }
        assertThat(searches).isEqualTo(5);
    }
}
