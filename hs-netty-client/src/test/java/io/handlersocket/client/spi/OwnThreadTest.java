// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OwnThreadTest {

    private final Executor executor = OwnThread.named("own");

    @Test
    void aTaskThatNeverEndsKeepsNoOtherWaiting() throws Exception {
        CompletableFuture<Void> never = new CompletableFuture<>();
        executor.execute(never::join);
        assertThat(CompletableFuture.supplyAsync(() -> 7, executor).get(30, TimeUnit.SECONDS))
                .isEqualTo(7);
        never.complete(null);
    }

    @Test
    void theThreadIsADaemonWithItsNameAndTheLoaderOfTheSystem() throws Exception {
        CompletableFuture.runAsync(
                        () -> {
                            Thread thread = Thread.currentThread();
                            assertThat(thread.isDaemon()).isTrue();
                            assertThat(thread.getName()).isEqualTo("own");
                            assertThat(thread.getContextClassLoader()).isSameAs(ClassLoader.getSystemClassLoader());
                        },
                        executor)
                .get(30, TimeUnit.SECONDS);
    }
}
