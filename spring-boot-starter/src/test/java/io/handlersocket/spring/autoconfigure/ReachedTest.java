// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.internal.DefaultClientSnapshot;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReachedTest {

    private final AtomicInteger looks = new AtomicInteger();
    private volatile ClientSnapshot now = snapshot(ClientState.UNREACHABLE, "the port is closed", false);

    @Test
    void looksAgainUntilTheClientIsReady() {
        CompletableFuture<Void> reached = Reached.by(client()).toCompletableFuture();
        await().until(() -> looks.get() > 1);
        assertThat(reached).isNotDone();

        now = snapshot(ClientState.READY, "", false);
        await().until(reached::isDone);
    }

    @Test
    void looksOnceWhereTheDatabaseIsOfAnotherProduct() throws InterruptedException {
        now = snapshot(ClientState.NOT_USABLE, "the database is H2", true);
        CompletableFuture<Void> reached = Reached.by(client()).toCompletableFuture();

        Thread.sleep(1_200); // longer than the first two pauses of a client that is looked at again
        assertThat(looks).hasValue(1);
        assertThat(reached).isNotDone();
    }

    @Test
    void looksAgainWhereTheReasonOnlySoundsLikeAnotherProduct() {
        now = snapshot(ClientState.NOT_USABLE, "a proxy says it is not MariaDB", false);
        Reached.by(client());
        await().until(() -> looks.get() > 1);
        now = snapshot(ClientState.CLOSED, "closed", false);
    }

    @Test
    void looksEverMoreRarely() throws InterruptedException {
        Reached.by(client());

        Thread.sleep(3_000); // at 0, 0.5 and 1.5 s
        assertThat(looks.get()).isBetween(2, 3);
        now = snapshot(ClientState.CLOSED, "closed", false);
    }

    private HandlerSocketClient client() {
        return (HandlerSocketClient) Proxy.newProxyInstance(
                ReachedTest.class.getClassLoader(),
                new Class<?>[] {HandlerSocketClient.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "firstAttempt" -> CompletableFuture.completedFuture(now);
                    case "snapshot" -> {
                        looks.incrementAndGet();
                        yield now;
                    }
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static ClientSnapshot snapshot(ClientState state, String reason, boolean isOtherProduct) {
        return new DefaultClientSnapshot(
                state,
                reason,
                Instant.EPOCH,
                isOtherProduct,
                Optional.empty(),
                Optional.empty(),
                CircuitState.CLOSED,
                Optional.empty(),
                0,
                0,
                0,
                0,
                0,
                0,
                List.of(),
                List.of(),
                Map.of());
    }
}
