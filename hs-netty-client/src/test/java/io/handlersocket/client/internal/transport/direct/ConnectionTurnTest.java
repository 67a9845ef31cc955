// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.HandlerSocketException.Fate;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.transport.CircuitBreaker;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.client.internal.transport.direct.WaitingCaller.State;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ConnectionTurnTest {

    private static final WireIndex INDEX = new WireIndex(1, new TableName("test", "item"), "PRIMARY", List.of("id"));

    private final ConnectionTurn turn = new ConnectionTurn();
    private final ExchangeDeadline deadline = new ExchangeDeadline("x");
    private final @Nullable WireIndex[] open = new WireIndex[Requests.MAX_INDEX_IDS];

    private WaitingCaller queued(Request<?> request) {
        WaitingCaller caller = new WaitingCaller(request, "x", deadline);
        turn.queue(caller);
        return caller;
    }

    private WaitingCaller queued(String line) {
        return queued(LineRequest.of(line));
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
    void aCallerThatIsNotServedSoonGoesElsewhereAndIsPassedOver() {
        assertThat(turn.tryTake()).isTrue();
        LineRequest request = LineRequest.of("a");
        WaitingCaller caller = queued(request);
        WaitingCaller next = queued("b");
        assertThat(caller.await()).isEqualTo(State.ELSEWHERE);
        assertThat(request).isNotDone();
        turn.pass();
        assertThat(next.await()).isEqualTo(State.TURN);
    }

    @Test
    void aCallerGoesElsewhereBeforeItsDeadline() {
        assertThat(turn.tryTake()).isTrue();
        LineRequest hasty = new LineRequest("a\n", null, 6);
        assertThat(queued(hasty).await()).isEqualTo(State.ELSEWHERE);
        assertThat(hasty).isNotDone();
    }

    @Test
    void aCallerWhoseDeadlinePassesAfterSendingFailsWhileTheOthersWait() {
        assertThat(turn.tryTake()).isTrue();
        LineRequest late = LineRequest.hasty("a");
        WaitingCaller caller = queued(late);
        assertThat(turn.takeQueued(open, 1_000)).containsExactly(caller);
        assertThat(caller.await()).isEqualTo(State.DONE);
        assertThat(late)
                .failsWithin(1, TimeUnit.SECONDS)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        RequestTimeoutException.class, e -> assertThat(e.fate()).isEqualTo(Fate.UNKNOWN));
        caller.finish();
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
    void theCircuitBreakerCountsTheLateCallersOfAConnectionOnce() {
        assertThat(turn.tryTake()).isTrue();
        CircuitBreaker breaker = new CircuitBreaker("x", System::nanoTime);
        for (int i = 0; i < CircuitBreaker.FAILURES_IN_A_ROW; i++) {
            LineRequest late = LineRequest.hasty("a");
            WaitingCaller caller = queued(late);
            assertThat(turn.takeQueued(open, 1_000)).containsExactly(caller);
            assertThat(caller.await()).isEqualTo(State.DONE);
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
        CompletableFuture<WaitingCaller> made = new CompletableFuture<>();
        CompletableFuture<Void> sent = new CompletableFuture<>();
        CompletableFuture<State> ended = new CompletableFuture<>();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            made.complete(queued("a"));
            sent.join();
            ended.complete(made.join().await());
            flag.complete(Thread.interrupted());
        });
        thread.start();
        WaitingCaller caller = made.join();
        assertThat(turn.takeQueued(open, 1_000)).containsExactly(caller);
        sent.complete(null);
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.sleep(1);
        }
        thread.interrupt();
        Thread.sleep(50);
        assertThat(ended).isNotDone();
        caller.finish();
        assertThat(ended.join()).isEqualTo(State.ELSEWHERE);
        assertThat(flag.join()).isTrue();
        thread.join();
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
            Thread.sleep(1);
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
