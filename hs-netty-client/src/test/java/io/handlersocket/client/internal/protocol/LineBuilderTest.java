// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.Seed;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LineBuilderTest {

    @Test
    void writesNumbersAsTheirShortestText() {
        for (int number : new int[] {0, 9, 10, 99, 100, 4096, 65_535, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
            String expected = "x\t" + number + "\t" + number + '\n';
            assertThat(new LineBuilder(0)
                            .keyword("x")
                            .number(number)
                            .number(number)
                            .line())
                    .asString(UTF_8)
                    .isEqualTo(expected);
        }
    }

    @Test
    void everyByteSurvivesARoundTrip() {
        byte[] all = new byte[256];
        for (int i = 0; i < all.length; i++) {
            all[i] = (byte) i;
        }
        assertThat(roundTrip(Collections.singletonList(all))).containsExactly(all);
    }

    @Test
    void nullTheByteZeroAndTheEmptyValueDiffer() {
        List<byte @Nullable []> values = new ArrayList<>();
        values.add(null);
        values.add(new byte[] {0});
        values.add(new byte[0]);
        assertThat(roundTrip(values)).containsExactly(null, new byte[] {0}, new byte[0]);
    }

    @Test
    void randomValuesSurviveARoundTrip() {
        Random random = Seed.random(LineBuilderTest.class);
        for (int round = 0; round < 20_000; round++) {
            List<byte @Nullable []> values = new ArrayList<>();
            for (int count = 1 + random.nextInt(5); count > 0; count--) {
                values.add(random.nextInt(8) == 0 ? null : value(random));
            }
            assertThat(roundTrip(values)).containsExactlyElementsOf(values);
        }
    }

    private static byte[] value(Random random) {
        byte[] bytes = new byte[random.nextInt(40)];
        random.nextBytes(bytes);
        if (random.nextBoolean()) {
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] &= 0x13;
            }
        }
        return bytes;
    }

    /** The values of one line, as the scanner of replies sees it. */
    private static List<byte @Nullable []> roundTrip(List<byte @Nullable []> values) {
        LineBuilder builder = new LineBuilder(0).keyword("0").number(values.size());
        for (byte @Nullable [] value : values) {
            builder.value(value);
        }
        List<byte @Nullable []> back = new ArrayList<>();
        new ReplyScanner(1 << 20).feed(Unpooled.wrappedBuffer(builder.line()), reply -> {
            for (int i = 2; i < reply.tokens(); i++) {
                byte[] buffer = reply.buffer();
                int from = reply.tokenFrom(i);
                int to = reply.tokenTo(i);
                back.add(Tokens.isNull(buffer, from, to) ? null : Tokens.unescape(buffer, from, to));
            }
        });
        return back;
    }

    @Test
    void aTokenThatEndsAfterTheEscapeIsMalformed() {
        byte[] cut = {'a', Tokens.ESCAPE};
        assertThatThrownBy(() -> Tokens.unescape(cut, 0, 2)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Otherwise there would be two ways to write the same key, of which a row's columns read only one. */
    @Test
    void aTokenThatEscapesAnotherByteIsMalformed() {
        for (int b = 0; b < 256; b++) {
            byte[] escaped = {Tokens.ESCAPE, (byte) b};
            if (b >= 0x40 && b <= 0x4f) {
                assertThat(Tokens.unescape(escaped, 0, 2)).containsExactly(b - 0x40);
            } else {
                assertThatThrownBy(() -> Tokens.unescape(escaped, 0, 2)).isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void aPrefixCanStartManyLines() {
        byte[] prefix = Requests.findPrefix(7, 2);
        assertThat(new LineBuilder(prefix, 0).keyword("a").keyword("b").line())
                .asString(UTF_8)
                .isEqualTo("7\t=\t2\ta\tb\n");
        assertThat(new LineBuilder(prefix, 100).keyword("c").line())
                .asString(UTF_8)
                .isEqualTo("7\t=\t2\tc\n");
    }

    @Test
    void aTokenIsTheValueItselfUnlessItIsEscaped() {
        byte[] plain = {'a', Tokens.LAST_ESCAPED + 1, -1};
        assertThat(LineBuilder.token(plain)).isSameAs(plain);
        assertThat(LineBuilder.token(new byte[] {'a', Tokens.TAB}))
                .containsExactly('a', Tokens.ESCAPE, Tokens.TAB + Tokens.ESCAPE_SHIFT);
    }

    @Test
    void anEmptyFirstTokenIsSeparatedFromTheNext() {
        byte[] empty = {};
        assertThat(new LineBuilder(0).value(empty).value(empty).keyword("a").tokens())
                .asString(UTF_8)
                .isEqualTo("\t\ta");
        assertThat(new LineBuilder(LineBuilder.token(empty), 2)
                        .value(new byte[] {'b'})
                        .tokens())
                .asString(UTF_8)
                .isEqualTo("\tb");
    }

    @Test
    void opensWithNamesAsTheyAre() {
        assertThat(Requests.open(0, "s p", "t\u00e4", "PRIMARY", List.of("id", "a b"), List.of()))
                .asString(UTF_8)
                .isEqualTo("P\t0\ts p\tt\u00e4\tPRIMARY\tid,a b\n");
        assertThat(Requests.open(255, "s", "t", "k", List.of("id"), List.of("id", "v")))
                .asString(UTF_8)
                .isEqualTo("P\t255\ts\tt\tk\tid\tid,v\n");
        assertThat(Requests.auth("a\tb\u0000")).asString(ISO_8859_1).isEqualTo("A\t1\ta\u0001Ib\u0001@\n");
    }

    @Test
    void refusesLinesThatHarmTheServer() {
        for (int id : new int[] {-1, 256, 200_000_000, Integer.MAX_VALUE}) {
            refused(() -> Requests.open(id, "s", "t", "PRIMARY", List.of("id"), List.of()), "index id");
        }
        refused(() -> Requests.open(1, "s", "t", "PRIMARY", List.of(), List.of()), "columns: 0");
        refused(
                () -> Requests.open(1, "s", "t", "PRIMARY", Collections.nCopies(4097, "c"), List.of()),
                "columns: 4097");
        refused(() -> Requests.open(1, "s", "t", "PRIMARY", List.of("a,b"), List.of()), "comma");
        refused(() -> Requests.open(1, "s", "t", "PRIMARY", List.of("id"), List.of("a,b")), "comma");
        for (String name : List.of("a\tb", "a\nb", "\u0000", "a\u0001", "a\u000fb")) {
            refused(() -> Requests.open(1, name, "t", "PRIMARY", List.of("id"), List.of()), "control character");
            refused(() -> Requests.open(1, "s", name, "PRIMARY", List.of("id"), List.of()), "control character");
            refused(() -> Requests.open(1, "s", "t", name, List.of("id"), List.of()), "control character");
            refused(() -> Requests.open(1, "s", "t", "PRIMARY", List.of(name), List.of()), "control character");
            refused(() -> Requests.open(1, "s", "t", "PRIMARY", List.of("id"), List.of(name)), "control character");
        }
    }

    private static void refused(org.assertj.core.api.ThrowableAssert.ThrowingCallable request, String why) {
        assertThatThrownBy(request).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
    }
}
