// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.LineRequest;
import io.netty.util.concurrent.AbstractEventExecutor;
import io.netty.util.concurrent.DefaultEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class SendQueueTest {

    private final ManualTime time = new ManualTime();
    private final SendQueue queue =
            new SendQueue("test", new ConnectionLimits(1_000, 10, 3, 1_000, 0, TimeUnit.SECONDS.toNanos(1)));

    private LineRequest offer() {
        LineRequest request = LineRequest.of("x");
        queue.offer(request);
        return request;
    }

    @Test
    void countsWhatWaitsAndRefusesMoreThanItHoldsUntilSomeAreTaken() {
        offer();
        offer();
        offer();
        assertThat(queue.size()).isEqualTo(3);
        LineRequest refused = LineRequest.of("x");
        assertThat(queue.offer(refused)).isFalse();
        assertThatThrownBy(refused::join)
                .hasCauseInstanceOf(UnavailableException.class)
                .hasMessageContaining("maxWaiting");

        assertThat(queue.poll()).isNotNull();
        assertThat(queue.poll()).isNotNull();
        queue.taken(2);

        assertThat(queue.size()).isEqualTo(1);
        assertThat(queue.offer(LineRequest.of("x"))).isTrue();
    }

    @Test
    void removesFromTheFrontWhatIsCancelledOrLate() {
        LineRequest cancelled = offer();
        cancelled.cancel();
        LineRequest late = LineRequest.hasty("x", time);
        queue.offer(late);
        LineRequest inTime = offer();
        RequestTimeoutException unanswered = new RequestTimeoutException("in flight", true);

        queue.expire(late.deadlineNanos(), unanswered);

        assertThatThrownBy(late::join)
                .cause()
                .isInstanceOf(RequestTimeoutException.class)
                .hasMessageContaining("maxInFlight")
                .hasCause(unanswered);
        assertThat(inTime).isNotDone();
        assertThat(queue.size()).isEqualTo(1);
        assertThat(queue.peek()).isSameAs(inTime);
    }

    @Test
    void aLongDeadlineDoesNotHideTheShorterOneOfALaterRequest() {
        queue.offer(LineRequest.of("taken"));
        queue.poll(); // so that the queue's own node is between the requests
        queue.taken(1);
        LineRequest patient = offer();
        LineRequest hasty = LineRequest.hasty("x", time);
        queue.offer(hasty);

        queue.expire(hasty.deadlineNanos() - 1, null);
        assertThat(hasty).isNotDone();
        queue.expire(hasty.deadlineNanos(), null);

        assertThat(hasty).isCompletedExceptionally();
        assertThatThrownBy(hasty::join).hasCauseInstanceOf(RequestTimeoutException.class);
        assertThat(patient).isNotDone();
        LineRequest last = offer();
        assertThat(List.<Object>of(queue.poll(), queue.poll(), queue.poll()))
                .as("in the order of arrival")
                .containsExactly(patient, hasty, last);
    }

    /** A sweep of a long queue takes a part of it at a time, wherever the part before ended. */
    @Test
    void lateRequestsOfALongQueueAreFoundInAFewTurns() {
        int turns = 4;
        SendQueue queue =
                new SendQueue("long", new ConnectionLimits(1_000, 10, 100_000, 1_000, 0, TimeUnit.SECONDS.toNanos(1)));
        List<LineRequest> late = new ArrayList<>();
        for (int i = 0; i < turns * SendQueue.MAX_EXAMINED; i++) {
            queue.offer(LineRequest.of("x"));
            if (i % 1_000 == 0) {
                LineRequest hasty = LineRequest.hasty("x", time);
                queue.offer(hasty);
                late.add(hasty);
            }
        }
        long now = late.get(late.size() - 1).deadlineNanos();
        for (int turn = 0; turn < 2 * turns; turn++) {
            queue.expire(now, null);
            queue.poll(); // also one at which a turn would go on
            queue.taken(1);
        }
        assertThat(late).allMatch(LineRequest::isCompletedExceptionally);
    }

    @Test
    void schedulesOneDrainHoweverManyAskForIt() {
        EventExecutor loop = new DefaultEventExecutor();
        AtomicInteger drains = new AtomicInteger();
        CountDownLatch hold = new CountDownLatch(1);
        loop.execute(() -> await(hold));
        for (int i = 0; i < 10; i++) {
            queue.schedule(loop, () -> {
                queue.unschedule();
                drains.incrementAndGet();
            });
        }
        hold.countDown();
        loop.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
        assertThat(drains).hasValue(1);
    }

    /** The last tasks of a loop still poll when it takes no new ones. */
    @Test
    void hasNoOtherConsumerBeforeTheLoopHasEnded() {
        EndingLoop loop = new EndingLoop();
        LineRequest first = offer();
        queue.schedule(loop, () -> {});
        assertThat(first).as("not failed by the thread that offered it").isNotDone();
        assertThat(queue.poll()).as("what the loop's last task polls").isSameAs(first);
        queue.taken(1);
        LineRequest second = offer();
        queue.schedule(loop, () -> {});
        assertThat(second).isNotDone();

        loop.terminated.setSuccess(null);

        assertFails(second);
        LineRequest third = offer();
        queue.schedule(loop, () -> {});
        assertFails(third);
        assertThat(queue.size()).isZero();
    }

    private static void assertFails(LineRequest request) {
        assertThat(request)
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .isInstanceOf(ExecutionException.class)
                .withCauseInstanceOf(UnavailableException.class);
    }

    /** Takes no tasks any more; the test says when its thread has ended. */
    private static final class EndingLoop extends AbstractEventExecutor {

        final Promise<Void> terminated = new DefaultPromise<>(GlobalEventExecutor.INSTANCE);

        @Override
        public void execute(Runnable task) {
            throw new RejectedExecutionException("shut down");
        }

        @Override
        public Future<?> terminationFuture() {
            return terminated;
        }

        @Override
        public boolean inEventLoop(Thread thread) {
            return false;
        }

        @Override
        public boolean isShuttingDown() {
            return true;
        }

        @Override
        public boolean isShutdown() {
            return true;
        }

        @Override
        public boolean isTerminated() {
            return terminated.isDone();
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
            return terminated.await(timeout, unit);
        }

        @Override
        public Future<?> shutdownGracefully(long quietPeriod, long timeout, TimeUnit unit) {
            return terminated;
        }

        @Override
        @Deprecated
        public void shutdown() {
            throw new UnsupportedOperationException();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
