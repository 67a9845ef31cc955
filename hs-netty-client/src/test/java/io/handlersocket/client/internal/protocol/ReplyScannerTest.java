// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ProtocolException;
import io.handlersocket.testkit.Seed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReplyScannerTest {

    /** Two rows, no row, errors, NULL, empty tokens in the middle and at the end, escapes, bytes over 7f. */
    @SuppressWarnings("StringConcatToTextBlock") // control characters, line by line
    private static final String STREAM = "0\t3\t1\tone\t10\n" + "0\t2\n" + "2\t1\tstmtnum\n" + "0\t3\t\u0000\t\t\n"
            + "0\t2\t\u0001@\u0001J\u0001I\t\u00e9\u00ff\u0080\n" + "\n" + "0\t1\t \n" + "0\t0\n";

    private static final List<List<String>> LINES = List.of(
            List.of("0", "3", "1", "one", "10"),
            List.of("0", "2"),
            List.of("2", "1", "stmtnum"),
            List.of("0", "3", "\u0000", "", ""),
            List.of("0", "2", "\u0001@\u0001J\u0001I", "\u00e9\u00ff\u0080"),
            List.of(""),
            List.of("0", "1", " "),
            List.of("0", "0"));

    @Test
    void givesTheSameLinesWhereverTheStreamIsCut() {
        for (int first = 0; first <= STREAM.length(); first++) {
            for (int second = first; second <= STREAM.length(); second++) {
                assertThat(Replies.scan(new ReplyScanner(1024), STREAM, first, second))
                        .as("cut at %s and %s", first, second)
                        .isEqualTo(LINES);
            }
        }
    }

    @Test
    void givesTheSameLinesByteByByte() {
        ReplyScanner scanner = new ReplyScanner(1024);
        List<List<String>> lines = new ArrayList<>();
        for (int i = 0; i < STREAM.length(); i++) {
            lines.addAll(Replies.scan(scanner, STREAM.substring(i, i + 1)));
        }
        assertThat(lines).isEqualTo(LINES);
        assertThat(scanner.pendingBytes()).isZero();
    }

    @Test
    void cutsLinesOfAnyLengthAndNumberOfTokens() {
        Random random = Seed.random(ReplyScannerTest.class);
        for (int round = 0; round < 50; round++) {
            ReplyScanner scanner = new ReplyScanner(1 << 20);
            List<List<String>> expected = new ArrayList<>();
            StringBuilder stream = new StringBuilder();
            for (int line = 0; line < 20; line++) {
                List<String> tokens = new ArrayList<>();
                int count = 1 + random.nextInt(random.nextInt(10) == 0 ? 300 : 6);
                for (int i = 0; i < count; i++) {
                    tokens.add(token(random));
                }
                expected.add(tokens);
                stream.append(String.join("\t", tokens)).append('\n');
            }
            int[] cuts =
                    random.ints(random.nextInt(40), 0, stream.length()).sorted().toArray();
            assertThat(Replies.scan(scanner, stream.toString(), cuts)).isEqualTo(expected);
        }
    }

    private static String token(Random random) {
        byte[] bytes = new byte[random.nextInt(random.nextInt(20) == 0 ? 40_000 : 12)];
        random.nextBytes(bytes);
        return new String(bytes, ISO_8859_1).replace('\t', 'T').replace('\n', 'L');
    }

    @Test
    void aLineBeyondTheLimitIsAnErrorAndOneAtTheLimitIsNot() {
        String longest = "0\t1\t" + "x".repeat(1020);

        assertThat(Replies.scan(new ReplyScanner(1024), longest + "\n", 700)).hasSize(1);
        assertThatThrownBy(() -> Replies.scan(new ReplyScanner(1024), longest + "y"))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("maxLineBytes")
                .hasMessageNotContaining("xxx");
    }

    @Test
    void anEndlessLineCostsNoMoreThanTheLimitAndOneRead() {
        ReplyScanner scanner = new ReplyScanner(100_000);
        ByteBuf chunk = Unpooled.wrappedBuffer(new byte[16 * 1024]);

        assertThatThrownBy(() -> {
                    while (true) {
                        scanner.feed(chunk.duplicate(), reply -> {});
                    }
                })
                .isInstanceOf(ProtocolException.class);
        assertThat(scanner.pendingBytes()).isLessThanOrEqualTo(100_000 + 16 * 1024);
    }

    /** The offset of an empty value needs more memory than the value. */
    @Test
    void endlessValuesAreAnErrorBeforeTheLineIsTooLong() {
        assertThat(Replies.scan(new ReplyScanner(1024), "\t".repeat(1024) + '\n'))
                .singleElement()
                .satisfies(tokens -> assertThat(tokens).hasSize(1025));
        assertThatThrownBy(() -> Replies.scan(new ReplyScanner(8 << 20), "\t".repeat(5 << 20)))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining(String.valueOf(4 << 20));
    }

    @Test
    void keepsNoByteOfEarlierReplies() {
        ReplyScanner scanner = new ReplyScanner(1 << 20);
        Replies.scan(scanner, "0\t1\tearlier\n0\t1\tearlier\n");
        // The third part does not fit behind the others, so the scanner moves the incomplete line to the front.
        String first = "0\t1\t" + "earlier ".repeat(1_000) + '\n';
        String second = "0\t1\t" + "earlier ".repeat(1_062) + '\n';
        Replies.scan(scanner, first + second, 12_000, 16_000);

        scanner.feed(
                Unpooled.wrappedBuffer("0\t1\tx\n".getBytes(ISO_8859_1)),
                reply -> assertThat(new String(reply.buffer(), ISO_8859_1))
                        .startsWith("0\t1\tx\n")
                        .doesNotContain("earlier"));
    }

    /** The array may be as long as the limit, and it contains rows. */
    @Test
    void keepsNoArrayOfAnEarlierReply() throws Exception {
        ReplyScanner scanner = new ReplyScanner(4 << 20);
        Garbage.assertCollected(arrayOf(scanner, "0\t1\t" + "x".repeat(2 << 20) + '\n'));

        WeakReference<byte[]> replaced = arrayOf(scanner, "0\t1\ta\n0\t1\t");
        Replies.scan(scanner, "b".repeat(100_000)); // an incomplete line that needs a longer array
        Garbage.assertCollected(replaced);
        assertThat(Replies.scan(scanner, "\n")).containsExactly(List.of("0", "1", "b".repeat(100_000)));
    }

    private static WeakReference<byte[]> arrayOf(ReplyScanner scanner, String stream) {
        List<WeakReference<byte[]>> arrays = new ArrayList<>();
        scanner.feed(
                Unpooled.wrappedBuffer(stream.getBytes(ISO_8859_1)),
                reply -> arrays.add(new WeakReference<>(reply.buffer())));
        return arrays.get(0);
    }

    @Test
    void theArrayIsNotLongerThanTheLimitAndOneRead() {
        int limit = 100_000;
        int read = 10_000;
        ReplyScanner scanner = new ReplyScanner(limit);
        byte[] part = "x".repeat(read).getBytes(ISO_8859_1);
        for (int i = 0; i < limit / read; i++) {
            scanner.feed(Unpooled.wrappedBuffer(part), reply -> {});
        }
        scanner.feed(
                Unpooled.wrappedBuffer(new byte[] {'\n'}),
                reply -> assertThat(reply.buffer()).hasSizeBetween(limit, limit + read));
        assertThat(scanner.pendingBytes()).isZero();
    }

    @Test
    void aHugeLineBetweenSmallOnesDisturbsNeither() {
        String huge = "h".repeat(5_000_000);
        ReplyScanner scanner = new ReplyScanner(8_000_000);

        assertThat(Replies.scan(scanner, "0\t1\ta\n0\t1\t" + huge + "\n0\t1\tb\n", 3, 20_000, 4_000_000))
                .containsExactly(List.of("0", "1", "a"), List.of("0", "1", huge), List.of("0", "1", "b"));
        assertThat(Replies.scan(scanner, "0\t1\tc\n")).containsExactly(List.of("0", "1", "c"));
    }
}
