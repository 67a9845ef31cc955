// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class RequestTest {

    private final RequestTimeoutException timeout = new RequestTimeoutException("late", true);

    private static void answer(Request<?> request, String line) {
        new ReplyScanner(1_000)
                .feed(Unpooled.copiedBuffer(line, StandardCharsets.ISO_8859_1), reply -> request.accept(reply, 1, "c"));
    }

    private static Request<Integer> throwing(Throwable failure) {
        return new Request<>(new byte[0], 1) {
            @Override
            protected void answered(Reply reply, int batch) {
                if (failure instanceof Error error) {
                    throw error;
                }
                throw (RuntimeException) failure;
            }
        };
    }

    @Test
    void theFirstResultStays() {
        LineRequest answered = LineRequest.of("a");
        answer(answered, "0\t1\tA\n");
        answered.failed(timeout);
        assertThat(answered.join()).containsExactly("0", "1", "A");

        LineRequest late = LineRequest.of("a");
        late.failed(timeout);
        answer(late, "0\t1\tA\n");
        assertThatThrownBy(late::join).hasCause(timeout);

        LineRequest cancelled = LineRequest.of("a");
        cancelled.cancel();
        assertThat(cancelled.isDone()).isTrue();
        answer(cancelled, "0\t1\tA\n");
        assertThatThrownBy(cancelled::join).isInstanceOf(CancellationException.class);
    }

    /** System.nanoTime() may overflow between submission and deadline, which is an even number. */
    @Test
    void expiresAtItsDeadlineAcrossAnOverflowOfTheClock() {
        for (long start : new long[] {0, -6, Long.MAX_VALUE - 5}) {
            Request<Integer> request = new Request<>(new byte[0], start + 10) {
                @Override
                protected void answered(Reply reply, int batch) {}
            };
            assertThat(request.expired(start)).isFalse();
            assertThat(request.expired(start + 9)).isFalse();
            assertThat(request.expired(start + 10)).isTrue();
            assertThat(request.expired(start + 11)).isTrue();
        }
    }

    @Test
    void aPrefixThatManyShareStartsTheLine() {
        for (String key : new String[] {"", "5"}) {
            Request<Integer> request = new Request<>(key.getBytes(StandardCharsets.ISO_8859_1), 1) {
                @Override
                protected byte[] prefix() {
                    return new byte[] {'7', '\t', '=', '\t', '1'};
                }

                @Override
                protected void answered(Reply reply, int batch) {}
            };
            String line = "7\t=\t1\t" + key + '\n';
            assertThat(request.length()).isEqualTo(line.length());
            byte[] target = new byte[line.length() + 2];
            assertThat(request.copyTo(target, 1)).isEqualTo(line.length() + 1);
            assertThat(target).asString(StandardCharsets.ISO_8859_1).isEqualTo('\0' + line + '\0');
        }
    }

    @Test
    void aReplyThatCannotBeReadFailsTheRequestAndTheConnection() {
        ProtocolException malformed = new ProtocolException("malformed");
        Request<Integer> first = throwing(malformed);
        assertThatThrownBy(() -> answer(first, "0\t1\n")).isSameAs(malformed);
        assertThatThrownBy(() -> first.join()).hasCause(malformed);

        for (Throwable surprise : new Throwable[] {new IllegalStateException("x"), new OutOfMemoryError("made up")}) {
            Request<Integer> request = throwing(surprise);
            assertThatThrownBy(() -> answer(request, "0\t1\n"))
                    .isInstanceOf(ProtocolException.class)
                    .hasMessageStartingWith("c: ")
                    .hasCause(surprise);
            assertThatThrownBy(() -> request.join()).hasRootCause(surprise);
        }
    }
}
