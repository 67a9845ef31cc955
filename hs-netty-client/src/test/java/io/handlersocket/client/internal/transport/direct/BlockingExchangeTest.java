// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.internal.concurrent.ManualTime;
import io.handlersocket.client.internal.protocol.Garbage;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BlockingExchangeTest {

    private final Queue<String> replies = new ArrayDeque<>();
    private final StringBuilder written = new StringBuilder();
    private boolean unread;
    private Runnable beforeRead = () -> {};
    private final ManualTime time = new ManualTime();
    private final BlockingExchange exchange = new BlockingExchange("x", 1_000, time);

    private final BlockingStream stream = new BlockingStream() {
        @Override
        public boolean hasUnread() {
            return unread;
        }

        @Override
        public void write(byte[] bytes, int length) {
            written.append(new String(bytes, 0, length, ISO_8859_1));
        }

        @Override
        public ByteBuf read(long deadlineNanos) throws EOFException {
            beforeRead.run();
            String next = replies.poll();
            if (next == null) {
                throw new EOFException();
            }
            return Unpooled.copiedBuffer(next, ISO_8859_1);
        }
    };

    private void run(Request<?> request) throws IOException {
        run(request, List.of());
    }

    private void run(Request<?> request, List<WaitingCaller> together) throws IOException {
        exchange.run(stream, request, together, BlockingStream.NO_DEADLINE, time.getAsLong());
    }

    @Test
    void readsUntilTheReplyIsWhole() throws IOException {
        replies.addAll(List.of("0\t", "1\tA", "\n"));
        LineRequest request = LineRequest.of("a");
        run(request);
        assertThat(written).hasToString("a\n");
        assertThat(request.join()).containsExactly("0", "1", "A");
    }

    @Test
    void readsOneReplyForEachLineOfAGroup() throws IOException {
        replies.addAll(List.of("0\t1\tA\n0\t1", "\tB\n"));
        LineRequest a = LineRequest.of("a");
        LineRequest b = LineRequest.of("b");
        run(new RequestGroup(List.of(a, b)));
        assertThat(a.join()).contains("A");
        assertThat(b.join()).contains("B");
    }

    private WaitingCaller waiting(Request<?> request) {
        WaitingCaller caller = new WaitingCaller(request, "x", new ExchangeDeadline("x", time));
        assertThat(caller.send()).isTrue();
        return caller;
    }

    @Test
    void theRequestsOfOtherCallersTravelInTheSamePacketAndTakeTheirRepliesInOrder() throws IOException {
        replies.addAll(List.of("0\t1\tA\n0\t1", "\tB\n0\t1\tC\n"));
        LineRequest a = LineRequest.of("a");
        LineRequest b = LineRequest.of("b");
        LineRequest c = LineRequest.of("c");
        run(a, List.of(waiting(b), waiting(c)));
        assertThat(written).hasToString("a\nb\nc\n");
        assertThat(a.join()).contains("A");
        assertThat(b.join()).contains("B");
        assertThat(c.join()).contains("C");
    }

    @Test
    void aCallerIsWokenBeforeTheReplyAfterItsOwnIsRead() throws Exception {
        replies.addAll(List.of("0\t1\tA\n0\t1\tB\n", "0\t1\tC\n"));
        CompletableFuture<WaitingCaller> sent = new CompletableFuture<>();
        CompletableFuture<WaitingCaller.State> ended = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            WaitingCaller waiting = waiting(LineRequest.of("b"));
            sent.complete(waiting);
            ended.complete(waiting.await());
        });
        int asked = time.asked();
        caller.start();
        WaitingCaller second = sent.join();
        time.awaitAsked(asked + 2); // when the wait began, and how long it may last
        beforeRead = () -> {
            if (replies.size() == 1) {
                assertThat(ended).succeedsWithin(10, TimeUnit.SECONDS).isEqualTo(WaitingCaller.State.DONE);
            }
        };
        run(LineRequest.of("a"), List.of(second, waiting(LineRequest.of("c"))));
        caller.join();
    }

    @Test
    void keepsNoRequestAfterIt() throws Exception {
        for (WeakReference<?> each : runTwo("0\t1\tA\n0\t1\tB\n")) {
            Garbage.assertCollected(each);
        }
        assertThat(exchange.isUnanswered()).isFalse();
    }

    @Test
    void keepsNoRequestAfterAFailure() throws Exception {
        for (WeakReference<?> each : runTwo("0\t1\tA\n")) {
            Garbage.assertCollected(each);
        }
        assertThat(exchange.isUnanswered()).isFalse();
    }

    private List<WeakReference<?>> runTwo(String reply) {
        replies.add(reply);
        LineRequest a = LineRequest.of("a");
        LineRequest b = LineRequest.of("b");
        try {
            run(a, List.of(waiting(b)));
        } catch (IOException e) {
            assertThat(e).isInstanceOf(EOFException.class);
        }
        return List.of(new WeakReference<>(a), new WeakReference<>(b));
    }

    @Test
    void doesNotBeginAfterItIsClosed() {
        exchange.close();
        assertThatThrownBy(() -> run(LineRequest.of("a"))).isInstanceOf(ClosedChannelException.class);
        assertThat(written).isEmpty();
    }

    @Test
    void oneReplyTooManyForAllOfThemIsRefused() {
        replies.add("0\t1\tA\n0\t1\tB\n0\t1\tC\n");
        assertThatThrownBy(() -> run(LineRequest.of("a"), List.of(waiting(LineRequest.of("b")))))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void theLossOfTheConnectionLeavesTheOthersToBeSentElsewhere() {
        replies.add("0\t1\tA\n0\t1\tB\n");
        WaitingCaller answered = waiting(LineRequest.of("b"));
        WaitingCaller lost = waiting(LineRequest.of("c"));
        assertThatThrownBy(() -> run(LineRequest.of("a"), List.of(answered, lost)))
                .isInstanceOf(EOFException.class);
        answered.finish();
        lost.finish();
        assertThat(answered.await()).isEqualTo(WaitingCaller.State.DONE);
        assertThat(lost.await()).isEqualTo(WaitingCaller.State.ELSEWHERE);
        assertThat(lost.request()).isNotDone();
    }

    @Test
    void isUnansweredUntilTheFirstReply() {
        LineRequest a = LineRequest.of("a");
        RequestGroup group = new RequestGroup(List.of(a, LineRequest.of("b")));
        assertThatThrownBy(() -> run(group)).isInstanceOf(EOFException.class);
        assertThat(exchange.isUnanswered()).isTrue();
        replies.add("0\t1\tA\n");
        assertThatThrownBy(() -> run(new RequestGroup(List.of(LineRequest.of("a"), LineRequest.of("b")))))
                .isInstanceOf(EOFException.class);
        assertThat(exchange.isUnanswered()).isFalse();
    }

    @Test
    void aReplyThatNobodyAskedForIsRefusedBeforeAndAfterTheExchange() {
        unread = true;
        assertThatThrownBy(() -> run(LineRequest.of("a"))).isInstanceOf(ProtocolException.class);
        assertThat(written).as("nothing is sent then").isEmpty();
        unread = false;
        replies.add("0\t1\tA\n0\t1\tB\n");
        assertThatThrownBy(() -> run(LineRequest.of("a"))).isInstanceOf(ProtocolException.class);
        replies.add("0\t1\tA\n0\t1");
        assertThatThrownBy(() -> run(LineRequest.of("a"))).isInstanceOf(ProtocolException.class);
    }
}
