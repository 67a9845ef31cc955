// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.HandlerSocketException.Fate;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.transport.CircuitBreaker;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.client.internal.transport.direct.WaitingCaller.State;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ConnectionTurnTest {

    private static final WireIndex INDEX = new WireIndex(1, new TableName("test", "item"), "PRIMARY", List.of("id"));

    private final ConnectionTurn turn = new ConnectionTurn();
    private final ManualTime time = new ManualTime();
    private final ExchangeDeadline deadline = new ExchangeDeadline("x", time);
    private final @Nullable WireIndex[] open = new WireIndex[Requests.MAX_INDEX_IDS];

    private WaitingCaller queued(Request<?> request) {
        WaitingCaller caller = new WaitingCaller(request, "x", deadline);
        turn.queue(caller);
        return caller;
    }

    private WaitingCaller queued(String line) {
        return queued(LineRequest.of(line));
    }

    /** A caller that waits on a thread of its own. */
    private final class Waiting {

        private final CompletableFuture<WaitingCaller> queued = new CompletableFuture<>();
        private final CompletableFuture<State> ended = new CompletableFuture<>();
        private final CompletableFuture<Boolean> flag = new CompletableFuture<>();
        private final Thread thread;

        /** Queues a caller, runs the action, and returns when the caller waits. */
        Waiting(Request<?> request, Consumer<WaitingCaller> beforeTheWait) throws InterruptedException {
            CountDownLatch ready = new CountDownLatch(1);
            thread = new Thread(() -> {
                queued.complete(queued(request));
                awaitUninterruptibly(ready);
                ended.complete(caller().await());
                flag.complete(Thread.interrupted());
            });
            thread.start();
            beforeTheWait.accept(caller());
            int before = time.asked();
            ready.countDown();
            time.awaitAsked(before + 2); // when the wait began, and how long it may last
        }

        private static void awaitUninterruptibly(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        WaitingCaller caller() {
            return queued.join();
        }

        /** Lets time pass; returns when the caller has looked at it. */
        void pass(long millis) throws InterruptedException {
            time.advanceMillis(millis);
            look(() -> caller().wake());
        }

        /** Disturbs the wait; returns when the caller waits again. */
        void look(Runnable disturb) throws InterruptedException {
            int before = time.asked();
            disturb.run();
            time.awaitAsked(before + 1);
        }

        State end() throws InterruptedException {
            try {
                return ended.get(10, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                throw new AssertionError("the caller still waits", e);
            }
        }
    }

    @Test
    void goesToTheCallerThatHasWaitedLongestAndStaysTaken() {
        assertThat(turn.tryTake()).isTrue();
        WaitingCaller first = queued("a");
        WaitingCaller second = queued("b");
        turn.pass();
        assertThat(first.await()).isEqualTo(State.TURN);
        assertThat(turn.tryTake()).isFalse();
        turn.pass();
        assertThat(second.await()).isEqualTo(State.TURN);
        turn.pass();
        assertThat(turn.tryTake()).isTrue();
    }

    @Test
    void aCallerThatQueuesWhenItIsFreeGetsIt() {
        assertThat(queued("a").await()).isEqualTo(State.TURN);
        assertThat(turn.tryTake()).isFalse();
    }

    @Test
    void takesQueuedCallersInTheirOrderUpToTheBytesThatFit() {
        assertThat(turn.tryTake()).isTrue();
        WaitingCaller one = queued("123");
        WaitingCaller two = queued("123");
        WaitingCaller three = queued("123");
        assertThat(turn.takeQueued(open, 11)).containsExactly(one, two);
        assertThat(turn.takeQueued(open, 3)).as("the line end counts").isEmpty();
        turn.pass();
        assertThat(three.await()).isEqualTo(State.TURN);
    }

    @Test
    void aRangeSharesNoPacketAndKeepsItsPlace() {
        assertThat(turn.tryTake()).isTrue();
        WaitingCaller before = queued("a");
        WaitingCaller range = queued(LineRequest.range("b"));
        queued("c");
        assertThat(turn.takeQueued(open, 1_000)).containsExactly(before);
        assertThat(turn.takeQueued(open, 1_000)).isEmpty();
        turn.pass();
        assertThat(range.await()).isEqualTo(State.TURN);
    }

    @Test
    void aPacketHasAtMostSoManyRequests() {
        assertThat(turn.tryTake()).isTrue();
        for (int i = 0; i < ConnectionTurn.MAX_BATCH; i++) {
            queued("a");
        }
        assertThat(turn.takeQueued(open, 16 * 1024)).hasSize(ConnectionTurn.MAX_BATCH - 1);
    }

    @Test
    void aCallerWhoseIndexIsNotOpenIsSentElsewhere() {
        assertThat(turn.tryTake()).isTrue();
        WaitingCaller other = queued(new LineRequest("1\t=\t1\t5\n", INDEX, 10_000));
        assertThat(turn.takeQueued(open, 1_000)).isEmpty();
        assertThat(other.await()).isEqualTo(State.ELSEWHERE);
        open[INDEX.id()] = INDEX;
        WaitingCaller same = queued(new LineRequest("1\t=\t1\t5\n", INDEX, 10_000));
        assertThat(turn.takeQueued(open, 1_000)).containsExactly(same);
    }

    @Test
    void aCallerThatIsNotServedSoonGoesElsewhereAndIsPassedOver() throws InterruptedException {
        assertThat(turn.tryTake()).isTrue();
        LineRequest request = LineRequest.of("a");
        Waiting waiting = new Waiting(request, caller -> {});
        WaitingCaller next = queued("b");
        waiting.pass(4);
        assertThat(waiting.ended).isNotDone();
        waiting.pass(1);
        assertThat(waiting.end()).isEqualTo(State.ELSEWHERE);
        assertThat(request).isNotDone();
        turn.pass();
        assertThat(next.await()).isEqualTo(State.TURN);
    }

    @Test
    void aCallerGoesElsewhereBeforeItsDeadline() throws InterruptedException {
        assertThat(turn.tryTake()).isTrue();
        LineRequest hasty = LineRequest.within(6, "a", time);
        Waiting waiting = new Waiting(hasty, caller -> {});
        waiting.pass(2);
        assertThat(waiting.ended).isNotDone();
        waiting.pass(1);
        assertThat(waiting.end()).isEqualTo(State.ELSEWHERE);
        assertThat(hasty).isNotDone();
    }

    @Test
    void aCallerWhoseDeadlinePassesAfterSendingFailsWhileTheOthersWait() throws InterruptedException {
        assertThat(turn.tryTake()).isTrue();
        LineRequest late = LineRequest.hasty("a", time);
        Waiting waiting = new Waiting(late, this::take);
        waiting.pass(29);
        assertThat(waiting.ended).isNotDone();
        waiting.pass(1);
        assertThat(waiting.end()).isEqualTo(State.DONE);
        assertThat(late)
                .failsWithin(1, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        RequestTimeoutException.class, e -> assertThat(e.fate()).isEqualTo(Fate.UNKNOWN));
        waiting.caller().finish();
    }

    private void take(WaitingCaller caller) {
        assertThat(turn.takeQueued(open, 1_000)).containsExactly(caller);
    }

    @Test
    void aCallerThatLeavesPassesItsTurnOn() {
        assertThat(turn.tryTake()).isTrue();
        WaitingCaller queued = queued("a");
        WaitingCaller next = queued("b");
        WaitingCaller last = queued("c");
        assertThat(queued.leave()).isFalse();
        turn.pass();
        assertThat(next.leave()).as("it has the turn").isTrue();
        turn.pass();
        assertThat(last.await()).isEqualTo(State.TURN);
    }

    @Test
    void anErrorBeforeThePacketIsSentSendsItsCallersElsewhere() {
        assertThat(turn.tryTake()).isTrue();
        WaitingCaller taken = queued("a");
        Request<?> request = new Request<Void>(new byte[1], taken.request().deadlineNanos()) {
            @Override
            public boolean isShort() {
                throw new OutOfMemoryError("made up");
            }

            @Override
            protected void answered(Reply reply, int batch) {
                throw new AssertionError("never sent");
            }
        };
        WaitingCaller next = queued(request);
        assertThatThrownBy(() -> turn.takeQueued(open, 1_000)).isInstanceOf(OutOfMemoryError.class);
        assertThat(taken.await()).isEqualTo(State.ELSEWHERE);
        turn.pass();
        assertThat(next.await()).isEqualTo(State.TURN);
    }

    @Test
    void theCircuitBreakerCountsTheLateCallersOfAConnectionOnce() throws InterruptedException {
        assertThat(turn.tryTake()).isTrue();
        CircuitBreaker breaker = new CircuitBreaker("x", time);
        for (int i = 0; i < CircuitBreaker.FAILURES_IN_A_ROW; i++) {
            LineRequest late = LineRequest.hasty("a", time);
            Waiting waiting = new Waiting(late, this::take);
            waiting.pass(30);
            assertThat(waiting.end()).isEqualTo(State.DONE);
            breaker.failed(late.handle((lines, failure) -> failure).join());
        }
        assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void anInterruptSendsAQueuedCallerElsewhereAndKeepsItsFlag() {
        assertThat(turn.tryTake()).isTrue();
        WaitingCaller caller = queued("a");
        Thread.currentThread().interrupt();
        assertThat(caller.await()).isEqualTo(State.ELSEWHERE);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anInterruptDoesNotEndTheWaitOfASentRequest() throws InterruptedException {
        assertThat(turn.tryTake()).isTrue();
        LineRequest request = LineRequest.of("a");
        Waiting waiting = new Waiting(request, this::take);
        waiting.look(waiting.thread::interrupt);
        assertThat(waiting.ended).isNotDone();
        ByteBuf reply = Unpooled.copiedBuffer("0\t1\tA\n", ISO_8859_1);
        new ReplyScanner(1_000).feed(reply, line -> waiting.caller().accept(line, 1));
        waiting.caller().wake();
        assertThat(waiting.end()).as("the reply came after the interrupt").isEqualTo(State.DONE);
        assertThat(request.join()).contains("A");
        assertThat(waiting.flag.join()).isTrue();
    }

    @Test
    void aClaimComesBeforeQueuedCallersWhichGetTheTurnAfterIt() throws InterruptedException {
        assertThat(turn.tryTake()).isTrue();
        WaitingCaller caller = queued("a");
        CompletableFuture<Boolean> claimed = new CompletableFuture<>();
        Thread opening = new Thread(() -> {
            try {
                claimed.complete(turn.claim(TimeUnit.SECONDS.toNanos(20)));
            } catch (InterruptedException e) {
                claimed.completeExceptionally(e);
            }
        });
        opening.start();
        while (opening.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        turn.pass();
        assertThat(claimed.join()).isTrue();
        assertThat(turn.takeQueued(open, 0)).as("still queued").isEmpty();
        turn.pass();
        assertThat(caller.await()).isEqualTo(State.TURN);
        opening.join();
    }

    @Test
    void aClaimWithoutTimeLeftDoesNotGetIt() throws InterruptedException {
        assertThat(turn.claim(0)).isFalse();
        assertThat(turn.tryTake()).isTrue();
        assertThat(turn.claim(1_000_000)).isFalse();
    }

    @Test
    void closingRefusesThoseThatAreQueuedAndThoseThatCome() {
        assertThat(turn.tryTake()).isTrue();
        WaitingCaller before = queued("a");
        turn.close();
        WaitingCaller after = queued("b");
        assertThat(before.await()).isEqualTo(State.ELSEWHERE);
        assertThat(after.await()).isEqualTo(State.ELSEWHERE);
    }

    /** Hands the turn over many times, with callers that come at any moment: none may be forgotten. */
    @Test
    void noCallerIsForgotten() throws InterruptedException {
        int threads = 8;
        int each = 5_000;
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(threads);
        for (int t = 0; t < threads; t++) {
            new Thread(() -> {
                        for (int i = 0; i < each; i++) {
                            if (!turn.tryTake()) {
                                State state = queued("a").await();
                                if (state == State.ELSEWHERE) {
                                    continue; // another caller "sent" it
                                }
                                if (state != State.TURN) {
                                    wrong.incrementAndGet();
                                    continue;
                                }
                            }
                            if (inside.incrementAndGet() != 1) {
                                wrong.incrementAndGet();
                            }
                            List<WaitingCaller> together = turn.takeQueued(open, 4);
                            inside.decrementAndGet();
                            turn.pass();
                            together.forEach(WaitingCaller::finish);
                        }
                        ended.countDown();
                    })
                    .start();
        }
        assertThat(ended.await(25, TimeUnit.SECONDS)).isTrue();
        assertThat(wrong).hasValue(0);
        assertThat(turn.tryTake()).as("the turn was given back").isTrue();
    }
}
