// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DriverThreadTest {

    private final DriverThreads threads = new DriverThreads();

    @AfterEach
    void close() {
        threads.close();
    }

    @Test
    void bothKindsRefuseToWaitAndSayWhatToCallInstead() {
        for (ExecutorService thread : new ExecutorService[] {threads.io, threads.control}) {
            assertThatThrownBy(() -> DriverThreads.on(thread, () -> {
                        DriverThread.refuseToWait("Index.find", "findAsync");
                        return true;
                    }))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Index.find")
                    .hasMessageContaining("asynchronous findAsync")
                    .hasMessageContaining("test-");
            assertThatThrownBy(() -> DriverThreads.on(thread, () -> {
                        DriverThread.refuseToWait("drain", null);
                        return true;
                    }))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("a thread of the application");
        }
    }

    @Test
    void otherThreadsMayWait() {
        assertThatCode(() -> DriverThread.refuseToWait("Index.find", "findAsync"))
                .doesNotThrowAnyException();
        assertThat(DriverThread.isIo() || DriverThread.isControl()).isFalse();
    }

    @Test
    void eachKnowsItsKindAndIsADaemon() throws Exception {
        assertThat(DriverThreads.on(threads.io, DriverThread::isIo)).isTrue();
        assertThat(DriverThreads.on(threads.io, DriverThread::isControl)).isFalse();
        assertThat(DriverThreads.on(threads.control, DriverThread::isControl)).isTrue();
        assertThat(DriverThreads.on(threads.control, DriverThread::isIo)).isFalse();
        assertThat(DriverThreads.on(
                        threads.control, () -> Thread.currentThread().isDaemon()))
                .isTrue();
        assertThat(DriverThreads.on(threads.io, () -> Thread.currentThread().getName()))
                .startsWith("test-io");
    }

    @Test
    void aStageThatIsNotCompleteCannotBeWaitedForThere() throws Exception {
        CompletableFuture<String> stage = new UserFuture<>();
        CompletableFuture<Integer> dependent = stage.thenApply(String::length);
        assertThatThrownBy(() -> DriverThreads.on(threads.io, stage::join))
                .hasCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("join");
        assertThatThrownBy(() -> DriverThreads.on(threads.control, dependent::join))
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> DriverThreads.on(threads.io, () -> got(dependent)))
                .hasCauseInstanceOf(IllegalStateException.class);

        stage.complete("four");

        assertThat(DriverThreads.on(threads.io, stage::join)).isEqualTo("four");
        assertThat(DriverThreads.on(threads.io, () -> got(dependent))).isEqualTo(4);
    }

    private static <T> T got(CompletableFuture<T> stage) {
        try {
            return stage.get(1, TimeUnit.MINUTES);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
