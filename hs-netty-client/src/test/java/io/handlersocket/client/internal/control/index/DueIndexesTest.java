// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What was refused is tried again, less and less often. */
class RefusedRetryTest {

    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(100);

    private final RefusedRetry retry = new RefusedRetry();
    private long now = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(30); // the clock may overflow

    private double secondsUntilDue() {
        long start = now;
        do {
            now += STEP;
        } while (!retry.isDue(true, now));
        return (now - start) / 1e9;
    }

    @Test
    void waitsLongerEachTimeUpToAMinute() {
        assertThat(retry.isDue(true, now)).as("refused just now").isFalse();
        assertThat(secondsUntilDue()).isBetween(2.5, 5.2);
        assertThat(secondsUntilDue()).isBetween(5.0, 10.2);
        for (int i = 0; i < 5; i++) {
            secondsUntilDue();
        }
        assertThat(secondsUntilDue()).isBetween(30.0, 60.2);
    }

    @Test
    void startsOverOnceNothingIsRefused() {
        retry.isDue(true, now);
        for (int i = 0; i < 5; i++) {
            secondsUntilDue();
        }
        assertThat(retry.isDue(false, now)).isFalse();
        assertThat(retry.isDue(true, now)).isFalse();
        assertThat(secondsUntilDue()).isBetween(2.5, 5.2);
    }
}
