// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.transport.ConnectionLimits;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeriodicTaskTest {

    /** The dead man's switch is such a task. */
    @Test
    void anErrorDoesNotEndIt() throws Exception {
        CountDownLatch runs = new CountDownLatch(3);
        try (ConnectionPool pool = new ConnectionPool(
                "periodic",
                new ConnectionLimits(1_000, 1, 1, 1_000, 0, TimeUnit.SECONDS.toNanos(1)),
                null,
                (connection, reason) -> {},
                () -> {},
                System::nanoTime)) {
            pool.every("test", TimeUnit.MILLISECONDS.toNanos(5), () -> {
                runs.countDown();
                throw new StackOverflowError("made up");
            });
            assertThat(runs.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }
}
