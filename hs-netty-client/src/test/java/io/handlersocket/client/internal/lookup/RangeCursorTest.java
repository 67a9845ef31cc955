// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.lookup;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Comparison;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.Range;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.internal.lookup.RangeRequest.RowPosition;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The lines of consecutive pages, by what the pages before them ended with. */
class RangeCursorTest {

    private static final int FIRST_ROWS = 64;

    private final OpenedIndex byScore =
            Tables.opened(Tables.index("by_score", false, "score"), Tables.index("PRIMARY", true, "guild", "player"));
    private final OpenedIndex primary = Tables.opened(Tables.index("PRIMARY", true, "guild", "player"));

    private static byte[] bytes(int value) {
        return Integer.toString(value).getBytes(ISO_8859_1);
    }

    private static byte[][] parts(int... values) {
        return Arrays.stream(values).mapToObj(RangeCursorTest::bytes).toArray(byte[][]::new);
    }

    private static RowPosition position(List<Integer> key, Integer... suffix) {
        return new RowPosition(
                key.stream().map(RangeCursorTest::bytes).toList(),
                Arrays.stream(suffix).map(RangeCursorTest::bytes).toList());
    }

    private static RangeRequest.Page page(int served, RowPosition first, RowPosition last) {
        return new RangeRequest.Page(served, 100 * served, first, last);
    }

    private static String line(RangeCursor cursor, OpenedIndex opened, int... equal) {
        byte[] line = cursor.line(opened, cursor.suffixColumns(opened.layout()), parts(equal));
        return new String(line, ISO_8859_1).replace('\t', ' ').replace("\n", "");
    }

    @Test
    void afterAFullPageComeTheRowsWithTheSameKeyThenThoseWithAGreaterOne() {
        RangeCursor cursor = new RangeCursor(Range.all(Comparison.GREATER_OR_EQUAL, 5));
        assertThat(line(cursor, byScore)).isEqualTo("7 >= 1 5 64 0");

        cursor.received(page(FIRST_ROWS, position(List.of(5), 1, 1), position(List.of(9), 3, 4)), 1);
        assertThat(line(cursor, byScore)).as("same guild").isEqualTo("7 = 1 9 256 0 F = 0 3 F > 1 4");

        cursor.received(RangeRequest.Page.EMPTY, 1);
        assertThat(line(cursor, byScore)).as("greater guild").isEqualTo("7 = 1 9 256 0 F > 0 3");

        cursor.received(RangeRequest.Page.EMPTY, 1);
        assertThat(line(cursor, byScore)).as("greater score").isEqualTo("7 > 1 9 256 0");

        cursor.received(page(1, position(List.of(12), 1, 1), position(List.of(12), 1, 1)), 1);
        assertThat(cursor.isDone()).isTrue();
    }

    @Test
    void downwardsEveryPageStopsAtTheEndOfTheKeyAndBeforeTheNulls() {
        RangeCursor cursor = new RangeCursor(Range.all(Comparison.LESS, 50).until(Comparison.GREATER, 5));
        assertThat(line(cursor, byScore)).isEqualTo("7 < 1 50 64 0 W != 2 \0 W > 2 5");

        cursor.received(page(FIRST_ROWS, position(List.of(49), 1, 1), position(List.of(40), 3, 4)), 1);
        assertThat(line(cursor, byScore)).isEqualTo("7 <= 1 40 256 0 W = 2 40 F = 0 3 F < 1 4");

        cursor.received(RangeRequest.Page.EMPTY, 1);
        cursor.received(RangeRequest.Page.EMPTY, 1);
        assertThat(line(cursor, byScore)).isEqualTo("7 < 1 40 256 0 W != 2 \0 W > 2 5");
    }

    @Test
    void aUniqueIndexContinuesWithGreaterKeysOfTheSameLeadingPart() {
        RangeCursor cursor = new RangeCursor(Range.equal(3));
        assertThat(line(cursor, primary, 3)).isEqualTo("7 = 1 3 64 0");
        cursor.received(page(FIRST_ROWS, position(List.of(3, 1)), position(List.of(3, 64))), 2);
        assertThat(line(cursor, primary, 3)).isEqualTo("7 > 2 3 64 256 0 W = 0 3");
        cursor.received(page(10, position(List.of(3, 65)), position(List.of(3, 80))), 2);
        assertThat(cursor.isDone()).isTrue();
    }

    @Test
    void aRangeOfOneKeyEndsWithTheRowsOfThatKey() {
        RangeCursor cursor = new RangeCursor(Range.equal(9));
        assertThat(line(cursor, byScore, 9)).isEqualTo("7 = 1 9 64 0");
        cursor.received(page(FIRST_ROWS, position(List.of(9), 1, 1), position(List.of(9), 3, 4)), 1);
        cursor.received(RangeRequest.Page.EMPTY, 1);
        assertThat(cursor.isDone()).isFalse();
        cursor.received(RangeRequest.Page.EMPTY, 1);
        assertThat(cursor.isDone()).as("no row has another key").isTrue();
    }

    @Test
    void aPageIsNoLargerThanItsBytesAndTheLimitAllow() {
        RangeCursor limited = new RangeCursor(Range.all(Comparison.GREATER, 0).limit(10));
        assertThat(line(limited, primary)).isEqualTo("7 > 1 0 10 0");

        RangeCursor large = new RangeCursor(Range.all(Comparison.GREATER, 0));
        line(large, primary);
        large.received(
                new RangeRequest.Page(
                        FIRST_ROWS, FIRST_ROWS * 128 * 1024, position(List.of(1, 1)), position(List.of(1, 64))),
                2);
        assertThat(line(large, primary)).as("rows of 128 KiB").isEqualTo("7 > 2 1 64 2 0");
    }

    @Test
    void aServerThatReturnsTheLastKeyAgainIsNotReadForEver() {
        RangeCursor cursor = new RangeCursor(Range.equal(3));
        line(cursor, primary, 3);
        RangeRequest.Page page = page(FIRST_ROWS, position(List.of(3, 64)), position(List.of(3, 64)));
        cursor.received(page, 2);
        assertThatThrownBy(() -> cursor.received(page, 2)).isInstanceOf(ProtocolException.class);
    }

    @Test
    void tooManyRowsOfOneKeyAreRefused() {
        RangeCursor cursor = new RangeCursor(Range.equal(9));
        line(cursor, byScore, 9);
        RowPosition end = position(List.of(9), 3, 4);
        cursor.received(page(RangeCursor.MAX_ROWS_OF_A_KEY - 1, end, end), 1);
        line(cursor, byScore, 9);
        cursor.received(page(256, end, end), 1);
        assertThatThrownBy(() -> line(cursor, byScore, 9))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("100000 rows of a range have one key");
    }

    @Test
    void aChangedPrimaryKeyEndsTheRange() {
        RangeCursor cursor = new RangeCursor(Range.equal(9));
        line(cursor, byScore, 9);
        OpenedIndex changed =
                Tables.opened(Tables.index("by_score", false, "score"), Tables.index("PRIMARY", true, "player"));
        assertThatThrownBy(() -> cursor.suffixColumns(changed.layout()))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("primary key has changed");
    }
}
