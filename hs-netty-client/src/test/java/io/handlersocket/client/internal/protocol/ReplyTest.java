// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ProtocolException;
import io.netty.buffer.Unpooled;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyTest {

    @Test
    void aSuccessHasStatusZeroAndAColumnCount() {
        read("0\t3", reply -> {
            assertThat(reply.isOk()).isTrue();
            assertThat(reply.number(1)).isEqualTo(3);
        });
    }

    @Test
    void anErrorHasACodeAndAText() {
        read("2\t1\tstmtnum", reply -> {
            assertThat(reply.isOk()).isFalse();
            assertThat(reply.number(0)).isEqualTo(2);
            assertThat(reply.error()).isEqualTo("stmtnum");
        });
    }

    @Test
    void anErrorIsShortAndPrintable() {
        read(
                "1\t1\t\u001b[31m\r\u0085" + "x".repeat(500),
                reply -> assertThat(reply.error()).isEqualTo("?[31m??" + "x".repeat(57)));
    }

    /** A stray number must not pass for an error: the replies after it would go to the wrong requests. */
    @ParameterizedTest
    @ValueSource(
            strings = {"", "2", "2\t1", "2\t2\tcmd", "2\t1\tcmd\tmore", "12\t1\tcmd", "00\t1\tcmd", "-1\t1\tx", "2\t1\t"
            })
    void aLineWithoutTheFormOfAnErrorIsMalformed(String line) {
        read(line, reply -> {
            assertThat(reply.isOk()).isFalse();
            assertThatThrownBy(() -> {
                        reply.number(0);
                        reply.error();
                    })
                    .isInstanceOf(ProtocolException.class);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"0\t", "0\tx", "0\t-1", "0\t1234567890", "0\t1 "})
    void aColumnCountIsAPlainNumber(String line) {
        read(line, reply -> assertThatThrownBy(() -> reply.number(1)).isInstanceOf(ProtocolException.class));
    }

    @Test
    void aMalformedReplyShowsNoByteOfTheLine() {
        read(
                "0\tsecret\tvalue",
                reply -> assertThat(reply.malformed())
                        .hasMessageContaining("14 bytes, 3 tokens")
                        .hasMessageNotContaining("secret"));
    }

    @Test
    void copiesValuesWithTheirOffsets() {
        read("0\t3\ta\t\tccc", reply -> {
            byte[] values = reply.copyRow(3, 2);
            assertThat(values).asString(ISO_8859_1).startsWith("a\t\tccc");
            assertThat(IntStream.rangeClosed(0, 3).map(i -> PackedRow.start(values, 3, i)))
                    .containsExactly(0, 2, 3, 7);
        });
    }

    private static void read(String line, Consumer<Reply> check) {
        boolean[] seen = new boolean[1];
        new ReplyScanner(1024).feed(Unpooled.wrappedBuffer((line + "\n").getBytes(ISO_8859_1)), reply -> {
            seen[0] = true;
            check.accept(reply);
        });
        assertThat(seen[0]).isTrue();
    }
}
