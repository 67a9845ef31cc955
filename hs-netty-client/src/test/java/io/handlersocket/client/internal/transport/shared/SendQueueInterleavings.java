// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static io.handlersocket.client.internal.transport.Interleavings.call;
import static io.handlersocket.client.internal.transport.Interleavings.check;

import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.Interleavings;
import io.handlersocket.client.internal.transport.Interleavings.Scenario;
import io.handlersocket.client.internal.transport.Request;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Test;

/** The queue of a shared connection under {@link Interleavings}. */
public abstract class SendQueueInterleavings {

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
}
