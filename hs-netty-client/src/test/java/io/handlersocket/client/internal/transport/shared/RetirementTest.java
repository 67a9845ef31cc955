// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.internal.transport.LineRequest;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The end of a connection that another has replaced. */
class RetirementTest {

    private static final long TIMEOUT_MILLIS = 60;

    private final EmbeddedConnection server = new EmbeddedConnection(10, 10, 10_000, 60_000);

    private void retire(EventExecutorGroup timer) {
        server.connection().retire(timer, "old", TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS));
        assertThat(server.connection().retired).isTrue();
    }

    @Test
    void oneThatHoldsNothingIsClosedAfterTheTimeoutAndNotBefore() {
        retire(server.loop());
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
        retire(server.loop());
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
        retire(server.loop());
        server.advanceMillis(TIMEOUT_MILLIS + 1);
        server.receive("0\t1\n");
        assertThat(request).isCompleted();
        server.advanceMillis(20);
        assertThat(server.endings()).containsExactly("old");
    }

    @Test
    void aLoopThatHasEndedHasClosedTheConnectionAlready() {
        EventExecutorGroup ended = new DefaultEventExecutorGroup(1);
        ended.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        retire(ended);
        assertThat(server.endings()).isEmpty();
    }
}
