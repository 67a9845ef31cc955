// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.protocol;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DecimalTextTest {

    private static List<Long> numbers() {
        List<Long> numbers = new ArrayList<>(List.of(0L, Long.MIN_VALUE, Long.MAX_VALUE));
        for (long power = 1; power > 0 && power <= 1_000_000_000_000_000_000L; power *= 10) {
            for (long near : new long[] {power - 1, power, power + 1, 7 * power}) {
                numbers.add(near);
                numbers.add(-near);
            }
        }
        Random random = Seed.random(DecimalTextTest.class);
        for (int i = 0; i < 10_000; i++) {
            numbers.add(random.nextLong() >> random.nextInt(Long.SIZE)); // of every length
        }
        return numbers;
    }

    @Test
    void isTheTextThatJavaPrints() {
        for (long number : numbers()) {
            String text = Long.toString(number);
            assertThat(DecimalText.length(number)).isEqualTo(text.length());
            assertThat(DecimalText.of(number)).asString(ISO_8859_1).isEqualTo(text);
            byte[] target = ("<" + " ".repeat(text.length()) + ">").getBytes(ISO_8859_1);
            assertThat(DecimalText.put(number, target, 1)).isEqualTo(1 + text.length());
            assertThat(target).asString(ISO_8859_1).isEqualTo("<" + text + ">");
        }
    }

    @Test
    void knowsItsTextFromEveryOther() {
        for (long number : numbers()) {
            byte[] text = ("1" + number + "1").getBytes(ISO_8859_1);
            int end = text.length - 1;
            assertThat(DecimalText.isAt(text, 1, end, number)).isTrue();
            assertThat(DecimalText.isAt(text, 0, end, number)).isFalse();
            assertThat(DecimalText.isAt(text, 1, end + 1, number)).isFalse();
            assertThat(DecimalText.isAt(text, 1, end - 1, number)).isFalse();
            assertThat(DecimalText.isAt(text, 1, end, -number)).isEqualTo(-number == number);
            for (int i = 1; i < end; i++) {
                byte[] other = text.clone();
                other[i]++;
                assertThat(DecimalText.isAt(other, 1, end, number)).isFalse();
            }
        }
    }
}
