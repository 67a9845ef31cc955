// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.transport.LineRequest;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The end of a connection that another has replaced. */
class RetirementTest {

    private static final long TIMEOUT_MILLIS = 60;

    private final EmbeddedConnection server = new EmbeddedConnection(10, 10, 10_000, 60_000);

    private void retire() {
        server.connection().retire("old", TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS));
        assertThat(server.connection().retired).isTrue();
    }

    @Test
    void oneThatHoldsNothingIsClosedAfterTheTimeoutAndNotBefore() {
        retire();
        server.advanceMillis(TIMEOUT_MILLIS - 1);
        assertThat(server.connection().isClosed()).isFalse();
        server.advanceMillis(1);
        assertThat(server.connection().isClosed()).isTrue();
        assertThat(server.endings()).containsExactly("old");
    }

    @Test
    void oneThatHoldsRequestsIsClosedWhenTwiceTheTimeIsOver() {
        LineRequest request = LineRequest.of("x");
        server.connection().submit(request);
        server.turn();
        retire();
        server.advanceMillis(2 * TIMEOUT_MILLIS - 1);
        assertThat(server.connection().isClosed()).isFalse();
        server.advanceMillis(1);
        assertThat(server.connection().isClosed()).isTrue();
        assertThat(request).isCompletedExceptionally();
    }

    @Test
    void oneThatHoldsRequestsIsClosedSoonAfterTheyAreAnswered() {
        LineRequest request = LineRequest.of("x");
        server.connection().submit(request);
        server.turn();
        retire();
        server.advanceMillis(TIMEOUT_MILLIS + 1);
        server.receive("0\t1\n");
        assertThat(request).isCompleted();
        server.advanceMillis(20);
        assertThat(server.endings()).containsExactly("old");
    }
}
