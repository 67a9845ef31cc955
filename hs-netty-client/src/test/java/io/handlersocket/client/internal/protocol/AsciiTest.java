// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AsciiTest {

    private static List<Long> numbers() {
        List<Long> numbers = new ArrayList<>(List.of(0L, Long.MIN_VALUE, Long.MAX_VALUE));
        for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10) {
            for (long near : new long[] {power - 1, power, power + 1, 7 * power}) {
                numbers.add(near);
                numbers.add(-near);
            }
        }
        Random random = Seed.random(AsciiTest.class);
        for (int i = 0; i < 10_000; i++) {
            numbers.add(random.nextLong() >> random.nextInt(Long.SIZE)); // of every length
        }
        return numbers;
    }

    @Test
    void writesTheNumbersThatJavaPrints() {
        for (long number : numbers()) {
            String text = Long.toString(number);
            assertThat(Ascii.decimalLength(number)).isEqualTo(text.length());
            assertThat(Ascii.decimal(number)).asString(ISO_8859_1).isEqualTo(text);
            byte[] target = ("<" + " ".repeat(text.length()) + ">").getBytes(ISO_8859_1);
            assertThat(Ascii.putDecimal(number, target, 1)).isEqualTo(1 + text.length());
            assertThat(target).asString(ISO_8859_1).isEqualTo("<" + text + ">");
        }
    }

    @Test
    void knowsTheTextOfANumberFromEveryOther() {
        for (long number : numbers()) {
            byte[] text = ("1" + number + "1").getBytes(ISO_8859_1);
            int end = text.length - 1;
            assertThat(Ascii.isDecimal(text, 1, end, number)).isTrue();
            assertThat(Ascii.isDecimal(text, 0, end, number)).isFalse();
            assertThat(Ascii.isDecimal(text, 1, end + 1, number)).isFalse();
            assertThat(Ascii.isDecimal(text, 1, end - 1, number)).isFalse();
            assertThat(Ascii.isDecimal(text, 1, end, -number)).isEqualTo(-number == number);
            for (int i = 1; i < end; i++) {
                byte[] other = text.clone();
                other[i]++;
                assertThat(Ascii.isDecimal(other, 1, end, number)).isFalse();
            }
        }
    }

    @Test
    void findsAByteAbove127AtEveryOffset() {
        for (int length = 0; length < 25; length++) {
            byte[] text = new byte[length + 4];
            Arrays.fill(text, (byte) 0xff);
            Arrays.fill(text, 2, 2 + length, (byte) 0x7f);
            assertThat(Ascii.isAscii(text, 2, 2 + length)).isTrue();

            for (int at = 0; at < length; at++) {
                byte[] other = text.clone();
                other[2 + at] = (byte) 0x80;
                assertThat(Ascii.isAscii(other, 2, 2 + length)).isFalse();
            }
        }
    }
}
