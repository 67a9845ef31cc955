// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.Property;
import io.handlersocket.testkit.Seed;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Any lines of any values come out of the stream as they went in, at whichever byte it is cut. */
class FramingPropertyTest {

    private static final int INPUTS = Seed.size("framing.streams", 300);
    private static final int MAX_LINE_BYTES = 100_000;

    /** Values of one line; one character is one byte. */
    private static final Property<List<List<String>>> LINES =
            Property.of(FramingPropertyTest::lines, FramingPropertyTest::smaller);

    private final Random random = Seed.random(FramingPropertyTest.class);

    private static List<List<String>> lines(Random random) {
        return IntStream.range(0, 1 + random.nextInt(5))
                .mapToObj(line -> IntStream.range(0, 1 + random.nextInt(5))
                        .mapToObj(value -> value(random))
                        .toList())
                .toList();
    }

    private static String value(Random random) {
        byte[] bytes = new byte[random.nextInt(random.nextInt(30) == 0 ? 400 : 10)];
        random.nextBytes(bytes);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = random.nextBoolean() ? (byte) random.nextInt(20) : bytes[i]; // those that are escaped
        }
        return new String(bytes, ISO_8859_1);
    }

    private static Stream<List<List<String>>> smaller(List<List<String>> lines) {
        return Property.smallerLists(
                        lines,
                        line -> Property.smallerLists(line, Property::smallerTexts)
                                .filter(values -> !values.isEmpty()))
                .filter(some -> !some.isEmpty());
    }

    @Test
    void linesAreTheSameWhereverTheStreamIsCut() {
        LINES.holds(random, INPUTS, lines -> {
            String stream = stream(lines);
            for (int cut = 0; cut <= stream.length(); cut++) {
                assertThat(values(stream, cut)).as("cut at %d", cut).isEqualTo(lines);
            }
            int[] everywhere = IntStream.range(1, stream.length()).toArray();
            assertThat(values(stream, everywhere)).as("byte by byte").isEqualTo(lines);
        });
    }

    /** So that a property which finds nothing is one that could; and so that it is shown small. */
    @Test
    void aStreamThatIsNotEscapedIsShownAsItsSmallestExample() {
        assertThatThrownBy(() -> LINES.holds(random, 10_000, lines -> {
                    String stream = lines.stream()
                            .map(line -> String.join("\t", line) + '\n')
                            .reduce("", String::concat);
                    assertThat(values(stream)).isEqualTo(lines);
                }))
                .isInstanceOf(AssertionError.class)
                .extracting(failure -> String.valueOf(failure.getMessage()).indexOf("found as"))
                .satisfies(length -> assertThat(length).isBetween(1, 40));
    }

    private static String stream(List<List<String>> lines) {
        StringBuilder stream = new StringBuilder();
        for (List<String> line : lines) {
            LineBuilder builder = new LineBuilder(0);
            line.forEach(value -> builder.value(value.getBytes(ISO_8859_1)));
            stream.append(new String(builder.line(), ISO_8859_1));
        }
        return stream.toString();
    }

    private static List<List<String>> values(String stream, int... cuts) {
        return Replies.scan(new ReplyScanner(MAX_LINE_BYTES), stream, cuts).stream()
                .map(line -> line.stream().map(FramingPropertyTest::unescaped).toList())
                .toList();
    }

    private static String unescaped(String token) {
        byte[] bytes = token.getBytes(ISO_8859_1);
        return new String(Tokens.unescape(bytes, 0, bytes.length), ISO_8859_1);
    }
}
