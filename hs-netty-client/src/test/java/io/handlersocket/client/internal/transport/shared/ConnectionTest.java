// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.CircuitState;
import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.HandlerSocketException.Fate;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.UnavailableException.Reason;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.transport.CircuitBreaker;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** How a connection pairs replies with requests, without a socket. */
class ConnectionTest {

    private EmbeddedConnection server = new EmbeddedConnection();

    private LineRequest send(LineRequest request) {
        server.connection().submit(request);
        return request;
    }

    private LineRequest send(String line) {
        return send(LineRequest.of(line));
    }

    private LineRequest sendHasty(String line) {
        return send(LineRequest.hasty(line, server.time()));
    }

    /** Lets time pass until the sweep has failed this request. */
    private void awaitEnd(Request<?> request) {
        for (int millis = 0; millis < 5_000 && !request.isDone(); millis++) {
            server.advanceMillis(1);
        }
        assertThat(request).isDone();
    }

    private static HandlerSocketException failure(Request<?> request) {
        assertThat(request).isCompletedExceptionally();
        try {
            request.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof HandlerSocketException failure) {
                return failure;
            }
            throw e;
        }
        throw new AssertionError("not failed");
    }

    @Test
    void requestsThatWaitTogetherLeaveInOneFlush() {
        send("a");
        send("b");
        send("c");
        assertThat(server.flushes()).containsExactly("a\nb\nc\n");
    }

    @Test
    void repliesGoToTheRequestsInTheirOrder() {
        LineRequest a = send("a");
        LineRequest b = send("b");
        LineRequest c = send("c");
        server.turn();
        server.receive("0\t1\tA\n0\t1");
        assertThat(a.join()).containsExactly("0", "1", "A");
        assertThat(b).isNotDone();
        server.receive("\tB\n2\t1\tcmd\n");
        assertThat(b.join()).containsExactly("0", "1", "B");
        assertThat(c.join()).containsExactly("2", "1", "cmd");
        assertThat(server.connection().inFlight()).isZero();
    }

    @Test
    void aTimedOutRequestStillConsumesItsReply() {
        LineRequest late = sendHasty("a");
        LineRequest next = send("b");
        server.turn();

        awaitEnd(late);
        server.receive("0\t1\tA\n");
        assertThat(next).isNotDone();
        server.receive("0\t1\tB\n");

        assertThat(failure(late)).isInstanceOf(RequestTimeoutException.class);
        assertThat(failure(late).fate()).isEqualTo(Fate.UNKNOWN);
        assertThat(next.join()).containsExactly("0", "1", "B");
        assertThat(server.connection().isClosed()).isFalse();
    }

    @Test
    void lookupsThatOneSweepExpiresAreOneFailureOfTheServer() {
        server = new EmbeddedConnection(3, 100, 10_000, 1_000);
        CircuitBreaker circuit = new CircuitBreaker("test", server.time());
        List<LineRequest> requests = new ArrayList<>();
        for (int i = 0; i < 6; i++) { // three in flight, three that wait for a place
            LineRequest request = sendHasty("a");
            request.whenComplete((tokens, failure) -> circuit.failed(failure));
            requests.add(request);
        }
        assertThat(server.flushes()).hasSize(1);

        awaitEnd(requests.get(5));

        assertThat(requests).allMatch(LineRequest::isCompletedExceptionally);
        assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void requestsThatAreLateWhenTheyWouldBeWrittenAreOneFailureOfTheServer() {
        CircuitBreaker circuit = new CircuitBreaker("test", server.time());
        for (int i = 0; i < 6; i++) {
            sendHasty("a").whenComplete((tokens, failure) -> circuit.failed(failure));
        }
        LineRequest last = sendHasty("b");
        server.time().advanceMillis(30); // no sweep comes meanwhile
        server.turn();
        assertThat(failure(last).fate()).isEqualTo(Fate.NOT_SENT);
        assertThat(circuit.state()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void aCancelledRequestStillConsumesItsReply() {
        LineRequest cancelled = send("a");
        LineRequest next = send("b");
        server.turn();
        cancelled.cancel();
        server.receive("0\t1\tA\n0\t1\tB\n");
        assertThat(next.join()).containsExactly("0", "1", "B");
    }

    @Test
    void aRequestCancelledBeforeItWasSentIsNotSent() {
        LineRequest cancelled = send("a");
        cancelled.cancel();
        send("b");
        assertThat(server.flushes()).containsExactly("b\n");
    }

    @Test
    void aReplyNobodyAskedForCloses() {
        LineRequest a = send("a");
        server.turn();
        server.receive("0\t1\tA\n0\t1\tA\n");
        assertThat(a.join()).containsExactly("0", "1", "A");
        assertThat(server.connection().isClosed()).isTrue();
        assertThat(server.endings()).hasSize(1);
    }

    @Test
    void garbageClosesAndFailsAllThatWasHeld() {
        server = new EmbeddedConnection(3, 100, 10_000, 1_000);
        LineRequest a = send("a");
        LineRequest b = send("b");
        LineRequest c = send("c");
        LineRequest waiting = send("d");
        server.turn();

        server.receive("0\t1\tA\nwhat is this\n0\t1\tC\n");

        assertThat(a).isCompleted();
        assertThat(failure(b)).isInstanceOf(ProtocolException.class);
        assertThat(failure(c)).isInstanceOf(ConnectionLostException.class);
        assertThat(failure(waiting)).isInstanceOf(UnavailableException.class);
        assertThat(failure(waiting).fate()).isEqualTo(Fate.NOT_SENT);
        assertThat(failure(send("e")).fate()).isEqualTo(Fate.NOT_SENT);
        assertThat(server.endings()).hasSize(1);
    }

    @Test
    void anErrorOfTheVirtualMachineFailsTheRequestToo() {
        Request<Void> request =
                new Request<>(new byte[] {'a', '\n'}, server.time().getAsLong() + (1L << 60)) {
                    @Override
                    protected void answered(Reply reply, int batch) {
                        throw new OutOfMemoryError("no room for this row (made up)");
                    }
                };
        server.connection().submit(request);
        LineRequest next = send("b");
        server.turn();

        server.receive("0\t1\tA\n0\t1\tB\n");

        assertThat(failure(request))
                .isInstanceOf(ProtocolException.class)
                .hasRootCauseInstanceOf(OutOfMemoryError.class);
        assertThat(failure(next)).isInstanceOf(ConnectionLostException.class);
    }

    @Test
    void noMemoryToWriteWithFailsWhatWasTakenAndCloses() {
        LineRequest a = send("a");
        server.flushes();
        server.exhaustMemory();
        LineRequest b = send("b");
        LineRequest c = send("c");

        assertThat(server.flushes()).isEmpty();

        for (LineRequest request : List.of(a, b, c)) {
            assertThat(failure(request).retryable()).isTrue();
        }
        assertThat(server.endings()).hasSize(1);
    }

    @Test
    void aReplyBeyondMaxLineBytesCloses() {
        LineRequest a = send("a");
        server.turn();
        for (int i = 0; i < 10; i++) {
            server.receive("0123456789".repeat(200));
        }
        assertThat(failure(a)).isInstanceOf(ConnectionLostException.class).hasMessageContaining("maxLineBytes");
        assertThat(server.connection().isClosed()).isTrue();
    }

    @Test
    void aServerThatClosesFailsAllThatWasHeld() {
        LineRequest a = send("a");
        server.turn();
        server.receive("0\t1\tha");
        server.disconnect();
        assertThat(failure(a)).isInstanceOf(ConnectionLostException.class).hasMessageContaining("closed by the server");
        assertThat(server.endings()).containsExactly("closed by the server");
    }

    @Test
    void aFullWindowMakesRequestsWaitAndThenSaysSo() {
        server = new EmbeddedConnection(2, 100, 10_000, 1_000);
        send("a");
        send("b");
        LineRequest waiting = sendHasty("c");
        LineRequest patient = send("d");
        assertThat(server.flushes()).containsExactly("a\nb\n");

        awaitEnd(waiting);
        assertThat(failure(waiting))
                .isInstanceOf(RequestTimeoutException.class)
                .hasMessageContaining("2 requests in flight (maxInFlight)");
        assertThat(failure(waiting).fate()).isEqualTo(Fate.NOT_SENT);

        server.receive("0\t1\tA\n");
        assertThat(server.flushes()).containsExactly("d\n");
        server.receive("0\t1\tB\n0\t1\tD\n");
        assertThat(patient.join()).contains("D");
    }

    /** A periodic task that throws is not run again, by Netty as by the JDK. */
    @Test
    void anErrorInOneSweepIsNotTheEndOfTimeOuts() {
        Request<Void> broken =
                new Request<>(new byte[] {'a', '\n'}, server.time().getAsLong() + 1_000_000) {
                    @Override
                    protected void answered(Reply reply, int batch) {}

                    @Override
                    public void failed(HandlerSocketException failure) {
                        super.failed(failure);
                        throw new StackOverflowError("made up");
                    }
                };
        server.connection().submit(broken);
        server.turn();
        awaitEnd(broken);
        LineRequest next = sendHasty("b");

        awaitEnd(next);

        assertThat(failure(next)).isInstanceOf(RequestTimeoutException.class);
    }

    @Test
    void tooManyWaitingAreRejectedAtOnce() {
        server = new EmbeddedConnection(1, 3, 10_000, 1_000);
        send("a");
        server.turn();
        send("b");
        send("c");
        LineRequest last = send("d");
        HandlerSocketException failure = failure(send("e"));

        assertThat(((UnavailableException) failure).reason()).isEqualTo(Reason.WINDOW_FULL);
        assertThat(failure).hasMessageContaining("maxWaiting").hasMessageContaining("3");
        assertThat(last).isNotDone();
        server.receive("0\t1\n");
        assertThat(send("f")).as("after one left the queue").isNotDone();
    }

    @Test
    void noProgressClosesAndTellsWhy() {
        server = new EmbeddedConnection(10, 10, 10_000, 40);
        LineRequest stalled = sendHasty("a");
        LineRequest behind = send("b");
        server.turn();

        awaitEnd(behind);

        assertThat(failure(stalled)).isInstanceOf(RequestTimeoutException.class);
        assertThat(failure(behind)).isInstanceOf(ConnectionLostException.class).hasMessageContaining("no progress");
        assertThat(server.endings()).containsExactly("no progress");
    }

    @Test
    void whatCallbacksAskForLeavesInOneFlushAfterTheRead() {
        List<LineRequest> followers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            send("a" + i).thenAccept(tokens -> followers.add(send("follow")));
        }
        server.flushes();
        server.receive("0\t1\n".repeat(5));
        assertThat(followers).hasSize(5);
        assertThat(server.flushes()).containsExactly("follow\n".repeat(5));
    }

    @Test
    void aCallbackMayCloseTheConnectionItIsCalledFrom() {
        send("a").thenAccept(tokens -> server.connection().close("enough"));
        LineRequest b = send("b");
        server.turn();
        server.receive("0\t1\tA\n0\t1\tB\n");
        assertThat(failure(b)).isInstanceOf(ConnectionLostException.class).hasMessageContaining("enough");
        assertThat(server.endings()).containsExactly("enough");
    }

    @Test
    void aConnectionThatIsClosedWhenItIsFreeFirstSendsAndAnswersAllItHas() {
        LineRequest waiting = send("a");
        server.connection().closeIfFree("enough"); // it was not even sent
        assertThat(server.flushes()).containsExactly("a\n");
        server.connection().closeIfFree("enough");
        server.turn();
        assertThat(server.endings()).isEmpty();

        server.receive("0\t1\tA\n");
        assertThat(waiting.join()).contains("A");
        server.connection().closeIfFree("enough");
        server.turn();

        assertThat(server.endings()).containsExactly("enough");
        assertThat(failure(send("b")).fate()).isEqualTo(Fate.NOT_SENT);
    }
}
