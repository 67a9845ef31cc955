// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A failing input is shown as the smallest one that fails. */
class PropertyTest {

    private final Random random = new Random(1);

    @Test
    void findsTheSmallestNumber() {
        Property<Long> numbers = Property.of(any -> (long) any.nextInt(1_000_000), Property::smallerNumbers);

        assertThatThrownBy(() -> numbers.holds(
                        random, 1_000, number -> assertThat(number).isLessThan(1_234)))
                .isInstanceOf(AssertionError.class)
                .hasMessageStartingWith("fails for 1234\n");
    }

    @Test
    void findsTheSmallestList() {
        Property<List<String>> lists = Property.of(
                any -> IntStream.range(0, any.nextInt(20))
                        .mapToObj(i -> "x".repeat(any.nextInt(9)) + (any.nextInt(4) == 0 ? "!" : ""))
                        .toList(),
                list -> Property.smallerLists(list, Property::smallerTexts));

        assertThatThrownBy(() -> lists.holds(random, 1_000, list -> {
                    if (list.stream().filter(text -> text.endsWith("!")).count() > 1) {
                        throw new IllegalStateException("two of them");
                    }
                }))
                .hasMessageStartingWith("fails for [!, !]\n")
                .hasMessageEndingWith("because two of them");
    }

    @Test
    void saysNothingWhereTheStatementHolds() {
        assertThatCode(() -> Property.of(Random::nextInt, number -> Stream.<Integer>of())
                        .holds(random, 100, number -> assertThat(number).isNotNull()))
                .doesNotThrowAnyException();
    }

    @Test
    void numbersShrinkToZero() {
        for (long number : new long[] {Long.MIN_VALUE, -1, 1, Long.MAX_VALUE}) {
            assertThat(Property.smallerNumbers(number)).first().isEqualTo(0L);
        }
        assertThat(Property.smallerNumbers(0)).isEmpty();
    }
}
