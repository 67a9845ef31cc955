// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class UserFutureTest {

    private final DriverThreads threads = new DriverThreads();

    @AfterEach
    void close() {
        threads.close();
    }

    private static Object get(CompletableFuture<String> future) {
        try {
            return future.get();
        } catch (Exception e) {
            throw e instanceof RuntimeException known ? known : new CompletionException(e);
        }
    }

    private static Object getSoon(CompletableFuture<String> future) {
        try {
            return future.get(5, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw e instanceof RuntimeException known ? known : new CompletionException(e);
        }
    }

    /** Those who derive a future from it must not wait for that either. */
    @Test
    void noDriverThreadWaitsForItOrForWhatDependsOnIt() {
        CompletableFuture<String> future = new UserFuture<>();
        for (CompletableFuture<String> one : List.of(future, future.thenApply(result -> result), future.copy())) {
            for (ExecutorService thread : List.of(threads.io, threads.control)) {
                for (Supplier<Object> wait : List.<Supplier<Object>>of(one::join, () -> get(one), () -> getSoon(one))) {
                    assertThatThrownBy(() -> DriverThreads.on(thread, wait))
                            .hasRootCauseInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("CompletableFuture.")
                            .hasMessageContaining("thenCompose");
                }
            }
        }
        assertThat(future).isNotDone();
    }

    @Test
    void anyThreadReadsAResultThatIsThere() throws Exception {
        assertThat(DriverThreads.on(threads.io, UserFuture.completed("a")::join))
                .isEqualTo("a");
        IllegalStateException failure = new IllegalStateException("made up");
        assertThatThrownBy(() -> DriverThreads.on(threads.control, UserFuture.failed(failure)::join))
                .hasRootCause(failure);
    }
}
