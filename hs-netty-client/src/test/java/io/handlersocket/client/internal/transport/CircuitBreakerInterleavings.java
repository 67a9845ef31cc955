// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import static io.handlersocket.client.internal.transport.Interleavings.call;
import static io.handlersocket.client.internal.transport.Interleavings.check;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.internal.transport.Interleavings.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.Test;

/** The circuit breaker under {@link Interleavings}. */
public abstract class CircuitBreakerInterleavings {

    @Test
    void theBreakerCountsAndClosesAsOneStep() {
        Actor third = call(ClosedBreaker.class, "failed", 2);
        Actor fourth = call(ClosedBreaker.class, "failed", 3);
        Actor fifth = call(ClosedBreaker.class, "failed", 4);
        Actor succeeded = call(ClosedBreaker.class, "succeeded");
        Actor permits = call(ClosedBreaker.class, "permits");
        Actor isClosed = call(ClosedBreaker.class, "isClosed");
        check(
                ClosedBreaker.class,
                ClosedModel.class,
                new Scenario(List.of(), List.of(third), List.of(permits), List.of(isClosed)),
                new Scenario(List.of(), List.of(third), List.of(succeeded), List.of(isClosed)),
                new Scenario(List.of(succeeded, third), List.of(fourth), List.of(fifth), List.of(isClosed, permits)));
    }

    @Test
    void oneOfManyCallersTakesTheProbe() {
        Actor permits = call(OpenBreaker.class, "permits");
        Actor failed = call(OpenBreaker.class, "failed", 4);
        Actor succeeded = call(OpenBreaker.class, "succeeded");
        Actor state = call(OpenBreaker.class, "state");
        check(
                OpenBreaker.class,
                OpenModel.class,
                new Scenario(List.of(), List.of(permits), List.of(permits), List.of(state)),
                new Scenario(List.of(permits), List.of(failed), List.of(succeeded), List.of(state)));
    }

    @Test
    void aCounterWithoutProtectionIsFoundOut() {
        List<Actor> increment = List.of(call(Unprotected.class, "increment"));
        Scenario scenario = new Scenario(List.of(), increment, increment, List.of());
        assertThatThrownBy(() -> check(Unprotected.class, Unprotected.class, scenario))
                .isInstanceOf(LincheckAssertionError.class);
    }

    /** Made once: Lincheck follows every step of what is made in a scenario. */
    private static final List<Throwable> EVENTS = IntStream.range(0, 5)
            .<Throwable>mapToObj(number -> new RequestTimeoutException("event " + number, true))
            .toList();

    /** A clock that stands still, once the breaker has looked at it to find that it warned a moment ago. */
    private static CircuitBreaker breaker(AtomicInteger seconds) {
        seconds.set(120);
        CircuitBreaker breaker = new CircuitBreaker("b", () -> TimeUnit.SECONDS.toNanos(seconds.get()));
        seconds.set(0);
        return breaker;
    }

    /** From one failure before it opens, and while no probe is due. */
    @Param(name = "event", gen = IntGen.class, conf = "0:4")
    public static final class ClosedBreaker {

        private final CircuitBreaker breaker = breaker(new AtomicInteger());

        public ClosedBreaker() {
            breaker.failed(EVENTS.get(0));
            breaker.failed(EVENTS.get(1));
        }

        @Operation
        public void failed(@Param(name = "event") int event) {
            breaker.failed(EVENTS.get(event));
        }

        @Operation
        public void succeeded() {
            breaker.succeeded();
        }

        @Operation
        public boolean permits() {
            return breaker.permits();
        }

        @Operation
        public boolean isClosed() {
            return breaker.state() == CircuitState.CLOSED;
        }
    }

    public static final class ClosedModel {

        private final List<Integer> inARow = new ArrayList<>(List.of(0, 1));
        private boolean open;

        public void failed(int event) {
            if (!open && !inARow.contains(event)) {
                inARow.add(event);
                open = inARow.size() == CircuitBreaker.FAILURES_IN_A_ROW;
            }
        }

        public void succeeded() {
            inARow.clear();
            open = false;
        }

        public boolean permits() {
            return !open;
        }

        public boolean isClosed() {
            return !open;
        }
    }

    /** From the moment on when the first probe is due. */
    @Param(name = "event", gen = IntGen.class, conf = "0:4")
    public static final class OpenBreaker {

        private final AtomicInteger seconds = new AtomicInteger();
        private final CircuitBreaker breaker = breaker(seconds);

        public OpenBreaker() {
            for (int i = 0; i < CircuitBreaker.FAILURES_IN_A_ROW; i++) {
                breaker.failed(EVENTS.get(i));
            }
            seconds.set(1);
        }

        @Operation
        public boolean permits() {
            return breaker.permits();
        }

        @Operation
        public void failed(@Param(name = "event") int event) {
            breaker.failed(EVENTS.get(event));
        }

        @Operation(runOnce = true)
        public void succeeded() {
            breaker.succeeded();
        }

        @Operation
        public String state() {
            return breaker.state().name();
        }
    }

    public static final class OpenModel {

        private final List<Integer> inARow = new ArrayList<>();
        private CircuitState state = CircuitState.OPEN;
        private boolean due = true;

        public boolean permits() {
            if (state == CircuitState.CLOSED) {
                return true;
            }
            boolean probe = due;
            due = false;
            state = probe ? CircuitState.HALF_OPEN : state;
            return probe;
        }

        public void failed(int event) {
            if (state != CircuitState.CLOSED) {
                state = CircuitState.OPEN;
            } else if (!inARow.contains(event)) {
                inARow.add(event);
                if (inARow.size() == CircuitBreaker.FAILURES_IN_A_ROW) {
                    state = CircuitState.OPEN;
                    due = false;
                }
            }
        }

        public void succeeded() {
            inARow.clear();
            state = CircuitState.CLOSED;
        }

        public String state() {
            return state.name();
        }
    }

    /** So that a check which finds nothing is one that could. */
    public static final class Unprotected {

        private int count;

        @Operation
        public int increment() {
            return ++count;
        }
    }
}
