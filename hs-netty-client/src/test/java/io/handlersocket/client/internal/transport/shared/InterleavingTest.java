// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.CircuitBreaker;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.Request;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Lincheck tries interleavings of two threads and compares their results with those of a sequential specification. The
 * scenarios are written by hand: chance finds the few operations rarely that a mistake needs.
 */
@Timeout(300)
class InterleavingTest {

    /**
     * With 20, these mistakes are found: a breaker that opens late, never, or loses a failure; a lost wake-up; a request
     * that is taken twice or lost.
     */
    private static final int INVOCATIONS = 50;

    /** A scenario: what runs before, in each of two threads at the same time, and after. */
    private record Scenario(List<Actor> before, List<Actor> one, List<Actor> other, List<Actor> after) {}

    private static Actor call(Class<?> type, String name, Object... arguments) {
        Method method = Stream.of(type.getMethods())
                .filter(each -> each.getName().equals(name))
                .findFirst()
                .orElseThrow();
        return new Actor(method, List.of(arguments));
    }

    private static void check(Class<?> type, Class<?> specification, Scenario... scenarios) {
        ModelCheckingOptions options = new ModelCheckingOptions()
                .iterations(0)
                .invocationsPerIteration(INVOCATIONS)
                .sequentialSpecification(specification);
        for (Scenario each : scenarios) {
            options.addCustomScenario(
                    new ExecutionScenario(each.before(), List.of(each.one(), each.other()), each.after(), null));
        }
        options.check(type);
    }

    @Test
    void requestsLeaveTheQueueInTheOrderTheyCameIn() {
        Actor one = call(Requests.class, "offer", 1);
        Actor two = call(Requests.class, "offer", 2);
        Actor three = call(Requests.class, "offer", 3);
        Actor take = call(Requests.class, "take");
        check(
                Requests.class,
                FirstInFirstOut.class,
                new Scenario(List.of(), List.of(one), List.of(two), List.of(take, take, take)),
                new Scenario(List.of(one), List.of(two, three), List.of(take, take), List.of(take, take)));
    }

    @Test
    void noWakeUpIsLost() {
        Actor one = call(WakeUps.class, "submit", 1);
        Actor two = call(WakeUps.class, "submit", 2);
        Actor turn = call(WakeUps.class, "turn");
        check(
                WakeUps.class,
                Nothing.class,
                new Scenario(List.of(), List.of(one), List.of(two), List.of(turn)),
                new Scenario(List.of(one), List.of(two), List.of(turn), List.of()));
    }

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

    private static SendQueue queue() {
        return new SendQueue("q", new ConnectionLimits(1_000, 10, 1_000, 1_000, 0, TimeUnit.SECONDS.toNanos(1)));
    }

    private static final class Numbered extends Request<Void> {
        final int number;

        Numbered(int number) {
            super(new byte[0], 0);
            this.number = number;
        }

        @Override
        protected void answered(Reply reply, int batch) {
            throw new AssertionError("never sent");
        }
    }

    /** Two producers and one consumer. */
    @Param(name = "number", gen = IntGen.class, conf = "1:9")
    public static final class Requests {

        private final SendQueue queue = queue();

        @Operation
        public void offer(int number) {
            queue.offer(new Numbered(number));
        }

        /** Waits for a producer that has announced its request and not linked it yet, as the drain after it would. */
        @Operation(nonParallelGroup = "consumer")
        public int take() {
            while (queue.size() > 0) {
                if (queue.poll() instanceof Numbered one) {
                    queue.taken(1);
                    return one.number;
                }
                Thread.onSpinWait();
            }
            return -1;
        }
    }

    public static final class FirstInFirstOut {

        private final Queue<Integer> numbers = new ArrayDeque<>();

        public void offer(int number) {
            numbers.add(number);
        }

        public int take() {
            Integer first = numbers.poll();
            return first == null ? -1 : first;
        }
    }

    /** Producers that schedule drains, and an event loop that runs them. */
    @Param(name = "number", gen = IntGen.class, conf = "1:9")
    public static final class WakeUps {

        private final SendQueue queue = queue();
        private final AtomicInteger drains = new AtomicInteger();

        @Operation
        public void submit(int number) {
            queue.offer(new Numbered(number));
            queue.schedule(ImmediateEventExecutor.INSTANCE, drains::incrementAndGet);
        }

        @Operation(nonParallelGroup = "consumer")
        public void turn() {
            if (drains.get() > 0) {
                drains.decrementAndGet();
                queue.unschedule();
                while (queue.poll() != null) {
                    queue.taken(1);
                }
            }
        }

        @Validate
        public void whatWaitsHasADrain() {
            if (queue.size() > 0 && drains.get() == 0) {
                throw new IllegalStateException(queue.size() + " wait, and no drain is scheduled");
            }
        }
    }

    public static final class Nothing {

        public void submit(int number) {}

        public void turn() {}
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
