// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.concurrent.DriverThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ControlLoopTest {

    @Test
    void itsThreadIsMarkedAndAnErrorIsNotTheLastStep() throws Exception {
        CountDownLatch steps = new CountDownLatch(2);
        CompletableFuture<Boolean> marked = new CompletableFuture<>();
        try (ControlLoop loop = new ControlLoop("loop", () -> {
            marked.complete(DriverThread.isControl());
            steps.countDown();
            throw new StackOverflowError("made up");
        })) {
            loop.wake();
            assertThat(marked.get(5, TimeUnit.SECONDS)).isTrue();
            assertThat(steps.await(5, TimeUnit.SECONDS)).isTrue();
        }
    }
}
