// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is offered is polled once, in the order of arrival. */
class SendQueueOrderTest {

    private static final int PRODUCERS = 8;

    private static SendQueue queue() {
        var limits = new ConnectionLimits(1_000, 10, 10_000_000, 1_000, 0, TimeUnit.SECONDS.toNanos(1));
        return new SendQueue("order", limits);
    }

    @Test
    void isEmptyAtFirstAndAfterTheLastWasTaken() {
        SendQueue queue = queue();
        for (int round = 0; round < 3; round++) {
            assertThat(queue.peek()).isNull();
            assertThat(queue.poll()).isNull();
            LineRequest one = LineRequest.of("1");
            LineRequest two = LineRequest.of("2");
            queue.offer(one);
            assertThat(queue.peek()).isSameAs(one);
            queue.offer(two);
            assertThat(queue.peek()).isSameAs(one);
            assertThat(queue.poll()).isSameAs(one);
            assertThat(queue.peek()).isSameAs(two);
            assertThat(queue.poll()).isSameAs(two);
        }
    }

    /** Whoever keeps a request, or the queue's own first node, keeps no other. */
    @Test
    void whatWasTakenIsUnlinked() {
        SendQueue queue = queue();
        List<Request<?>> taken = new ArrayList<>();
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i <= round; i++) {
                queue.offer(LineRequest.of("x"));
            }
            for (Request<?> one = queue.poll(); one != null; one = queue.poll()) {
                taken.add(one);
            }
        }
        queue.offer(LineRequest.of("x"));
        taken.add(queue.poll());
        queue.offer(LineRequest.of("last"));

        assertThat(taken)
                .hasSize(11)
                .allSatisfy(one -> assertThat(Request.NEXT.get(one)).isNull());
    }

    /** However offers and polls follow each other, it is first in, first out. */
    @Test
    void keepsTheOrderInAnyInterleavingOfOneThread() {
        Random random = Seed.random(SendQueueOrderTest.class);
        SendQueue queue = queue();
        List<LineRequest> expected = new ArrayList<>();
        for (int step = 0; step < 200_000; step++) {
            if (random.nextBoolean()) {
                LineRequest request = LineRequest.of("x");
                queue.offer(request);
                expected.add(request);
            } else {
                LineRequest first = expected.isEmpty() ? null : expected.remove(0);
                assertThat(queue.peek()).isSameAs(first);
                assertThat(queue.poll()).isSameAs(first);
            }
        }
    }

    @Test
    @Timeout(60)
    void losesNothingAndKeepsTheOrderOfEachOfManyProducers() throws InterruptedException {
        int each = Seed.size("queue.requests", 250_000);
        SendQueue queue = queue();
        CountDownLatch start = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int producer = 0; producer < PRODUCERS; producer++) {
            int number = producer;
            threads.add(new Thread(() -> produce(queue, number, each, start)));
        }
        threads.forEach(Thread::start);
        start.countDown();

        int[] next = new int[PRODUCERS];
        for (int taken = 0; taken < PRODUCERS * each; ) {
            Request<?> request = queue.poll();
            if (request == null) {
                Thread.onSpinWait();
                continue;
            }
            Numbered numbered = (Numbered) request;
            if (numbered.sequence != next[numbered.producer]++) {
                assertThat(numbered.sequence)
                        .as("of producer %s", numbered.producer)
                        .isEqualTo(next[numbered.producer] - 1);
            }
            taken++;
        }

        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(next).containsOnly(each);
        assertThat(queue.poll()).isNull();
    }

    private static void produce(SendQueue queue, int producer, int count, CountDownLatch start) {
        try {
            start.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (int i = 0; i < count; i++) {
            queue.offer(new Numbered(producer, i));
        }
    }

    private static final class Numbered extends Request<Void> {
        final int producer;
        final int sequence;

        Numbered(int producer, int sequence) {
            super(new byte[0], 0);
            this.producer = producer;
            this.sequence = sequence;
        }

        @Override
        protected void answered(io.handlersocket.client.internal.protocol.@Nullable Reply reply, int batch) {
            throw new AssertionError("never sent");
        }
    }
}
