// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.transport.LineRequest;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The end of a connection that another has replaced. */
class RetirementTest {

    private static final long TIMEOUT = TimeUnit.MILLISECONDS.toNanos(60);

    private final EventExecutorGroup timer = new DefaultEventExecutorGroup(1);
    private final EmbeddedConnection server = new EmbeddedConnection(10, 10, 10_000, 60_000);

    @AfterEach
    void stop() {
        timer.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private void retire() {
        server.connection().retire(timer, "old", TIMEOUT);
        assertThat(server.connection().retired).isTrue();
    }

    /** Takes the end that a timer asked for to the connection's own loop. */
    private boolean isClosed() {
        server.turn();
        return server.connection().isClosed();
    }

    @Test
    void oneThatHoldsNothingIsClosedAfterTheTimeoutAndNotBefore() {
        long start = System.nanoTime();
        retire();
        Awaitility.await().pollInterval(Duration.ofMillis(2)).until(this::isClosed);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TIMEOUT);
        // The timer's thread closes it, and calls the listener a moment later.
        Awaitility.await().untilAsserted(() -> assertThat(server.endings()).containsExactly("old"));
    }

    @Test
    void oneThatHoldsRequestsIsClosedWhenTheyAreAnsweredOrTwiceTheTimeIsOver() {
        LineRequest request = LineRequest.of("x");
        server.connection().submit(request);
        server.turn();
        long start = System.nanoTime();
        retire();
        Awaitility.await().pollInterval(Duration.ofMillis(2)).until(this::isClosed);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(2 * TIMEOUT);
        // The timer's thread closes it, and fails the requests a moment later.
        Awaitility.await().untilAsserted(() -> assertThat(request).isCompletedExceptionally());
    }

    @Test
    void aLoopThatHasEndedHasClosedTheConnectionAlready() {
        stop();
        retire();
        assertThat(server.endings()).isEmpty();
    }
}
