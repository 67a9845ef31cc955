// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.Range;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Values of keys become bytes, or show that no row can match, or are refused. */
class KeyEncoderTest {

    private static final long TOO_LARGE = 1L << 40;

    private final ReplyLayout primary =
            Tables.opened(Tables.index("PRIMARY", true, "guild", "player")).layout();
    private final ReplyLayout byScore = Tables.opened(
                    Tables.index("score", false, "score"), Tables.index("PRIMARY", true, "guild", "player"))
            .layout();

    private static @Nullable List<String> texts(byte @Nullable [][] key) {
        return key == null
                ? null
                : Arrays.stream(key).map(part -> new String(part, ISO_8859_1)).toList();
    }

    @Test
    void aWholeKeyHasOneValueForEachPart() {
        assertThat(texts(KeyEncoder.whole(primary, new Object[] {1, -2}))).containsExactly("1", "-2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoder.whole(primary, new Object[] {1}))
                .withMessageContaining("1 key values (expected 2: [guild, player])");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoder.whole(byScore, new Object[] {1}))
                .withMessageContaining("not unique");
    }

    @Test
    void leadingPartsMayBeFewer() {
        assertThat(texts(KeyEncoder.leading(primary, List.of(1)))).containsExactly("1");
        assertThatIllegalArgumentException().isThrownBy(() -> KeyEncoder.leading(primary, List.of(1, 2, 3)));
    }

    @Test
    void noRowMatchesNullOrAValueThatTheColumnCannotHold() {
        assertThat(KeyEncoder.whole(primary, new @Nullable Object[] {1, null})).isNull();
        assertThat(KeyEncoder.whole(primary, new Object[] {TOO_LARGE, 1})).isNull();
    }

    @Test
    void theTypesOfAllValuesAreCheckedEvenIfNoRowMatches() {
        Object notANumber = new Object();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoder.whole(primary, new Object[] {TOO_LARGE, notANumber}));
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> KeyEncoder.equal(primary, Range.equal(TOO_LARGE).and(Comparison.GREATER, notANumber)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyEncoder.equal(
                        primary,
                        Range.equal(1)
                                .where("score", Comparison.EQUAL, TOO_LARGE)
                                .where("score", Comparison.LESS, notANumber)));
    }

    @Test
    void aRangeIsEmptyWhereAnEqualValueCannotBeHeld() {
        assertThat(texts(KeyEncoder.equal(primary, Range.equal(1)))).containsExactly("1");
        assertThat(KeyEncoder.equal(primary, Range.equal(TOO_LARGE))).isNull();
        assertThat(KeyEncoder.equal(primary, Range.equal(1).where("score", Comparison.EQUAL, TOO_LARGE)))
                .isNull();
        assertThat(KeyEncoder.equal(primary, Range.equal(1).where("score", Comparison.LESS, TOO_LARGE)))
                .as("other comparisons are decided with the line")
                .isNotNull();
    }
}
