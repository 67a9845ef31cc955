// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.internal.control.state.StatusBoard;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReachedTest {

    private final List<Long> pauses = new ArrayList<>();
    private volatile ClientSnapshot now = snapshot(ClientState.UNREACHABLE, "the port is closed", false);
    private @Nullable Runnable next;

    private CompletableFuture<Void> reached() {
        return Reached.by(client(), (action, millis) -> {
                    pauses.add(millis);
                    next = action;
                })
                .toCompletableFuture();
    }

    /** Lets the pause before the next look end; returns whether there is one. */
    private boolean look() {
        Runnable look = next;
        next = null;
        if (look != null) {
            look.run();
        }
        return look != null;
    }

    @Test
    void looksAgainUntilTheClientIsReady() {
        CompletableFuture<Void> reached = reached();
        assertThat(look()).isTrue();
        assertThat(reached).isNotDone();

        now = snapshot(ClientState.READY, "", false);
        assertThat(look()).isTrue();
        assertThat(reached).isCompleted();
        assertThat(look()).isFalse();
    }

    @Test
    void looksOnceWhereTheDatabaseIsOfAnotherProduct() {
        now = snapshot(ClientState.NOT_USABLE, "the database is H2", true);

        assertThat(reached()).isNotDone();
        assertThat(look()).isFalse();
    }

    @Test
    void looksAgainWhereTheReasonOnlySoundsLikeAnotherProduct() {
        now = snapshot(ClientState.NOT_USABLE, "a proxy says it is not MariaDB", false);

        reached();
        assertThat(look()).isTrue();
    }

    @Test
    void looksNoMoreOnceTheClientIsClosed() {
        CompletableFuture<Void> reached = reached();
        now = snapshot(ClientState.CLOSED, "closed", false);
        assertThat(look()).isTrue();
        assertThat(look()).isFalse();
        assertThat(reached).isNotDone();
    }

    @Test
    void looksEverMoreRarely() {
        reached();
        for (int i = 0; i < 5; i++) {
            look();
        }
        assertThat(pauses).containsExactly(500L, 1_000L, 2_000L, 4_000L, 5_000L, 5_000L);
    }

    @Test
    void looksByTheClockOfTheJvm() {
        CompletableFuture<Void> reached = Reached.by(client()).toCompletableFuture();
        now = snapshot(ClientState.READY, "", false);
        await().until(reached::isDone);
    }

    private HandlerSocketClient client() {
        return (HandlerSocketClient) Proxy.newProxyInstance(
                ReachedTest.class.getClassLoader(),
                new Class<?>[] {HandlerSocketClient.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "firstAttempt" -> CompletableFuture.completedFuture(now);
                    case "snapshot" -> now;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static ClientSnapshot snapshot(ClientState state, String reason, boolean isOtherProduct) {
        return new ClientSnapshot(
                state,
                reason,
                StatusBoard.remedy(state, reason),
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
