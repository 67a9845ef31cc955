// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.replicas.GtidPosition;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TokenWaitsTest {

    private final TokenWaits waits = new TokenWaits();

    private static GtidPosition at(long sequence) {
        return GtidPosition.parse("0-1-" + sequence);
    }

    @Test
    void aWaitEndsWhenItsPositionIsCovered() {
        CompletableFuture<Void> first = waits.add(at(10));
        CompletableFuture<Void> second = waits.add(at(20));
        assertThat(waits.first()).isEqualTo(at(10));
        waits.reached(at(9));
        assertThat(first).isNotDone();
        waits.reached(at(15));
        assertThat(first).isCompleted();
        assertThat(second).isNotDone();
        assertThat(waits.first()).isEqualTo(at(20));
    }

    @Test
    void aCallerThatWaitsNoLongerIsForgotten() {
        CompletableFuture<Void> wait = waits.add(at(10));
        assertThat(waits.first()).isEqualTo(at(10));
        wait.complete(null);
        assertThat(waits.first()).isNull();
        waits.reached(at(10));
    }
}
