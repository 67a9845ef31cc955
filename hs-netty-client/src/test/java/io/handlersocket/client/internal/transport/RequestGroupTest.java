// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.transport.shared.EmbeddedConnection;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several lines that the server reads in one round. */
class RequestGroupTest {

    private final EmbeddedConnection server = new EmbeddedConnection();

    private LineRequest send(String line) {
        LineRequest request = LineRequest.of(line);
        server.connection().submit(request);
        return request;
    }

    private RequestGroup sendGroup(LineRequest... members) {
        RequestGroup group = new RequestGroup(List.of(members));
        server.connection().submit(group);
        return group;
    }

    @Test
    void leavesAloneAndTakesAReplyForEachLine() {
        LineRequest before = send("before");
        LineRequest a = LineRequest.of("a");
        LineRequest b = LineRequest.of("b");
        RequestGroup group = sendGroup(a, b);
        LineRequest after = send("after");

        assertThat(server.flushes()).containsExactly("before\n", "a\nb\n", "after\n");
        server.receive("0\t1\tBEFORE\n0\t1\tA\n");
        assertThat(a).isCompleted();
        assertThat(group).isNotDone();
        server.receive("0\t1\tB\n0\t1\tAFTER\n");

        assertThat(before.join()).contains("BEFORE");
        assertThat(a.join()).contains("A");
        assertThat(b.join()).contains("B");
        assertThat(group).isCompleted();
        assertThat(after.join()).contains("AFTER");
        assertThat(server.connection().inFlight()).isZero();
    }

    @Test
    void waitsUntilNothingUnreadCanPushItIntoTheNextRound() {
        LineRequest large = send("x".repeat(10_000));
        sendGroup(LineRequest.of("y".repeat(4_000)), LineRequest.of("z".repeat(4_000)));
        send("behind");

        assertThat(server.flushes()).singleElement().asString().startsWith("x");
        server.receive("0\t1\n");
        assertThat(large).isCompleted();
        assertThat(server.flushes())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("y")
                .endsWith("z\n");
    }

    @Test
    void keepsThePlacesOfAllItsLinesWhenItsTimeIsOver() {
        LineRequest a = LineRequest.hasty("a", server.time());
        LineRequest b = LineRequest.hasty("b", server.time());
        RequestGroup group = new RequestGroup(List.of(a, b));
        server.connection().submit(group);
        LineRequest next = send("next");
        server.turn();

        server.advanceMillis(50); // a search for late requests
        assertThat(b).isDone();
        server.receive("0\t1\tA\n0\t1\tB\n");
        assertThat(next).isNotDone();
        server.receive("0\t1\tNEXT\n");

        assertThatThrownBy(a::join).hasCauseInstanceOf(RequestTimeoutException.class);
        assertThat(next.join()).contains("NEXT");
        assertThat(server.connection().isClosed()).isFalse();
    }

    @Test
    void isNotSentUnlessAllItsIndexesAreOpen() {
        WireIndex open = server.opened(1);
        WireIndex closed = server.opened(2);
        server.opened(2);
        LineRequest a = new LineRequest("a\n", open, 60_000);
        LineRequest b = new LineRequest("b\n", closed, 60_000);
        sendGroup(a, b);

        assertThat(server.flushes()).isEmpty();
        assertThatThrownBy(a::join).hasCauseInstanceOf(UnavailableException.class);
        assertThatThrownBy(b::join).hasCauseInstanceOf(UnavailableException.class);
    }

    @Test
    void failsAsAWholeWhenTheConnectionEnds() {
        LineRequest a = LineRequest.of("a");
        LineRequest b = LineRequest.of("b");
        RequestGroup group = sendGroup(a, b);
        server.turn();
        server.receive("0\t1\tA\n");
        server.disconnect();

        assertThat(a).isCompleted();
        assertThatThrownBy(b::join).hasCauseInstanceOf(ConnectionLostException.class);
        assertThat(group).isCompletedExceptionally();
    }
}
