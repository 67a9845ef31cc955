// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.UndecidableValueException;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Upper and lower case weigh the same, "ch" weighs as one, and the sign % has no weight. */
class TextOrderTest {

    private static final TextOrder PADDED = order(true);
    private static final TextOrder UNPADDED = order(false);

    private static TextOrder order(boolean padded) {
        StringBuilder ranks = new StringBuilder();
        for (char c = TextOrder.FIRST; c <= TextOrder.LAST; c++) {
            // A tab-like sign below the blank shows what the shorter text is compared with.
            ranks.append(c == '%' ? TextOrder.UNKNOWN : c == '!' ? 0 : (char) (Character.toLowerCase(c) + 1));
        }
        return new TextOrder(ranks.toString(), Set.of("ch"), padded, 10);
    }

    @ParameterizedTest
    @CsvSource({
        "a, b, -1, -1",
        "a, A, 0, 0",
        "'', '', 0, 0",
        "a, 'a ', 0, -1",
        "a, a!, 1, -1",
        "a, ab, -1, -1",
        "'a  b', 'a b', -1, -1",
        "'', '   ', 0, -1"
    })
    void theShorterTextIsFilledWithBlanksOrComesFirst(String left, String right, int padded, int unpadded) {
        assertThat(Integer.signum(PADDED.compare(left, right))).isEqualTo(padded);
        assertThat(Integer.signum(PADDED.compare(right, left))).isEqualTo(-padded);
        assertThat(Integer.signum(UNPADDED.compare(left, right))).isEqualTo(unpadded);
    }

    @ParameterizedTest
    @ValueSource(strings = {"100%", "\u00e9", "a\tb", "\u007f", "ich", "\ud83d\ude00"})
    void aTextWithoutAWeightIsNotCovered(String text) {
        assertThat(PADDED.covers(text)).isFalse();
    }

    @Test
    void otherTextsAreCovered() {
        assertThat(PADDED.covers("")).isTrue();
        assertThat(PADDED.covers("hc c h CH ~!")).isTrue();
    }

    @Test
    void aDifferenceThatComesTooLateIsNotDecided() {
        assertThat(PADDED.compare("aaaaaaaaab", "aaaaaaaaac")).isNegative();
        assertThat(PADDED.compare("aaaaaaaaaaaa", "AAAAAAAAAAAA")).isZero();
        assertThatThrownBy(() -> PADDED.compare("aaaaaaaaaab", "aaaaaaaaaac"))
                .isInstanceOf(UndecidableValueException.class)
                .hasMessageContaining("after 10 characters");
        assertThatThrownBy(() -> UNPADDED.compare("aaaaaaaaaa", "aaaaaaaaaa "))
                .isInstanceOf(UndecidableValueException.class);
    }
}
