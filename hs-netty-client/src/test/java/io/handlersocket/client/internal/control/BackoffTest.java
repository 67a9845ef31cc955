// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BackoffTest {

    private final Backoff backoff = new Backoff(100, 2_000);

    @Test
    void doublesUpToItsCapAndStartsOver() {
        long step = 100;
        for (int i = 0; i < 100; i++) {
            assertThat(backoff.nextMillis()).as("attempt %d", i).isBetween(step / 2, step);
            step = Math.min(2_000, 2 * step);
        }
        backoff.reset();
        assertThat(backoff.nextMillis()).isBetween(50L, 100L);
    }

    @Test
    void keepsTheFirstWaitAsOftenAsOrdered() {
        Backoff steady = new Backoff(100, 2_000, 3);
        for (long step : new long[] {100, 100, 100, 200, 400}) {
            assertThat(steady.nextMillis()).isBetween(step / 2, step);
        }
        steady.reset();
        assertThat(steady.nextMillis()).isBetween(50L, 100L);
    }

    @Test
    void twoClientsDoNotReturnAsOne() {
        long distinct = java.util.stream.LongStream.generate(() -> new Backoff(100_000, 100_000).nextMillis())
                .limit(100)
                .distinct()
                .count();
        assertThat(distinct).isGreaterThan(90);
    }
}
