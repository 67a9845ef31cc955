// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SliceTest {

    @Test
    void addsUpItsUsersAndTakesQuantilesOfAllReads() {
        long[] odd = LongStream.rangeClosed(1, 50).map(n -> (2 * n - 1) * 1000).toArray();
        long[] even = LongStream.rangeClosed(1, 50).map(n -> 2 * n * 1000).toArray();

        Slice slice = Slice.of(List.of(new Slice.Part(odd, 1, 30, 10), new Slice.Part(even, 0, 20, 5)), 200_000_000);

        assertThat(slice).isEqualTo(new Slice(500, 50, 99, 100, 1, 50, 15));
    }

    @Test
    void isZeroWhereNothingWasRead() {
        assertThat(Slice.of(List.of(new Slice.Part(new long[0], 0, 0, 0)), 200_000_000))
                .isEqualTo(new Slice(0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void thePasswordIsNotShown() {
        assertThat(new OperationsProperties(true, "root", "hidden")).asString().doesNotContain("hidden");
    }
}
