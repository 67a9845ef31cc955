// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.RequestTimeoutException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class CircuitBreakerTest {

    private long now = Long.MAX_VALUE - 10; // the clock may overflow
    private final CircuitBreaker circuit = new CircuitBreaker("test", () -> now);

    @Test
    void staysClosedAsLongAsAnyLookupInBetweenIsAnswered() {
        for (int i = 0; i < 10; i++) {
            circuit.failed(timeout());
            circuit.failed(timeout());
            circuit.succeeded();
        }

        assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
        assertThat(circuit.permits()).isTrue();
    }

    @Test
    void refusesAfterThreeFailuresInARow() {
        open();

        assertThat(circuit.state()).isEqualTo(CircuitState.OPEN);
        assertThat(circuit.isPassable()).isFalse();
        assertThat(circuit.permits()).isFalse();
    }

    @Test
    void letsOneLookupThroughASecond() {
        open();
        now += CircuitBreaker.OPEN_NANOS;

        assertThat(circuit.isPassable()).isTrue();
        assertThat(circuit.permits()).isTrue();
        assertThat(circuit.state()).isEqualTo(CircuitState.HALF_OPEN);
        assertThat(circuit.permits()).isFalse();

        now += CircuitBreaker.OPEN_NANOS - 1;
        assertThat(circuit.permits()).isFalse();
        now++;
        assertThat(circuit.permits()).isTrue();
    }

    @Test
    void goesOnRefusingWhenTheProbeFails() {
        open();
        now += CircuitBreaker.OPEN_NANOS;
        circuit.permits();

        circuit.failed(timeout());

        assertThat(circuit.state()).isEqualTo(CircuitState.OPEN);
        assertThat(circuit.permits()).isFalse();
    }

    @Test
    void closesWithTheFirstAnswer() {
        open();
        now += CircuitBreaker.OPEN_NANOS;
        circuit.permits();

        circuit.succeeded();

        assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
        circuit.failed(timeout());
        circuit.failed(timeout());
        assertThat(circuit.permits()).as("counts from the start again").isTrue();
    }

    @Test
    void countsAConnectionThatWasLostOnceHoweverManyWaitedOnIt() {
        for (int connection = 1; connection < CircuitBreaker.FAILURES_IN_A_ROW; connection++) {
            var cause = new IOException("reset");
            for (int waiting = 0; waiting < 100; waiting++) {
                circuit.failed(new ConnectionLostException("lost", cause));
            }
            assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
        }

        circuit.failed(new ConnectionLostException("lost", new IOException("reset")));

        assertThat(circuit.state()).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void countsLookupsOfOnePacketThatTimedOutOnce() {
        RequestTimeoutException one = timeout();
        for (int member = 0; member < 100; member++) {
            circuit.failed(one);
        }

        assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
    }

    /** The answer comes after the third failure was counted and before the breaker would have opened for it. */
    @Test
    void anAnswerWhileTheLastFailureIsCountedLeavesItClosed() {
        CircuitBreaker[] racing = new CircuitBreaker[1];
        boolean[] armed = new boolean[1];
        racing[0] = new CircuitBreaker("test", () -> {
            if (armed[0]) {
                armed[0] = false;
                racing[0].succeeded();
            }
            return now;
        });
        racing[0].failed(timeout());
        racing[0].failed(timeout());
        armed[0] = true;
        racing[0].failed(timeout());

        assertThat(armed[0]).as("the clock was asked").isFalse();
        assertThat(racing[0].state()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void eventsWhoseRequestsFailInTurnsCountOnceEach() {
        RequestTimeoutException one = timeout();
        RequestTimeoutException other = timeout();
        for (int i = 0; i < 100; i++) {
            circuit.failed(one);
            circuit.failed(other);
        }
        assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void theRestOfTheEventThatOpenedItDoesNotPutOffTheProbe() {
        open();
        RequestTimeoutException rest = timeout();
        now += CircuitBreaker.OPEN_NANOS / 2;
        circuit.failed(rest);
        now += CircuitBreaker.OPEN_NANOS / 2;
        assertThat(circuit.permits()).isTrue();
    }

    private static RequestTimeoutException timeout() {
        return new RequestTimeoutException("no answer", true);
    }

    private void open() {
        for (int i = 0; i < CircuitBreaker.FAILURES_IN_A_ROW; i++) {
            circuit.failed(timeout());
        }
    }
}
