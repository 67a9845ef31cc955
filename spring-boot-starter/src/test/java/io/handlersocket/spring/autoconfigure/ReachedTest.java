// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.handlersocket.client.ClientSnapshot;
import io.handlersocket.client.ClientState;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReachedTest {

    private final List<Long> pauses = new ArrayList<>();
    private volatile ClientSnapshot now = Snapshots.of(ClientState.UNREACHABLE, "the port is closed");
    private @Nullable Runnable next;

    private CompletableFuture<Void> reached() {
        return Reached.by(Snapshots.client(() -> now), (action, millis) -> {
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

        now = Snapshots.of(ClientState.READY, "");
        assertThat(look()).isTrue();
        assertThat(reached).isCompleted();
        assertThat(look()).isFalse();
    }

    @Test
    void looksOnceWhereTheDatabaseIsOfAnotherProduct() {
        now = Snapshots.of(ClientState.NOT_USABLE, "the database is H2", true);

        assertThat(reached()).isNotDone();
        assertThat(look()).isFalse();
    }

    @Test
    void looksAgainWhereTheReasonOnlySoundsLikeAnotherProduct() {
        now = Snapshots.of(ClientState.NOT_USABLE, "a proxy says it is not MariaDB");

        reached();
        assertThat(look()).isTrue();
    }

    @Test
    void looksNoMoreOnceTheClientIsClosed() {
        CompletableFuture<Void> reached = reached();
        now = Snapshots.of(ClientState.CLOSED, "closed");
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
        CompletableFuture<Void> reached =
                Reached.by(Snapshots.client(() -> now)).toCompletableFuture();
        now = Snapshots.of(ClientState.READY, "");
        await().until(reached::isDone);
    }
}
