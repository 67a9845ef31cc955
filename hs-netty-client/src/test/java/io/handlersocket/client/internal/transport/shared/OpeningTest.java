// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.WireIndex;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which lookups a connection sends while ids change hands. */
class OpeningTest {

    private final EmbeddedConnection server = new EmbeddedConnection();

    private static WireIndex index(String table) {
        return new WireIndex(7, new TableName("s", table), "PRIMARY", List.of("id"));
    }

    private LineRequest lookup(WireIndex index) {
        LineRequest request = new LineRequest("7\t=\t1\t5\n", index, 60_000);
        server.connection().submit(request);
        return request;
    }

    private CompletableFuture<Boolean> open(WireIndex index, long millis) {
        return server.connection().open(index, TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static void assertNotOpen(LineRequest request) {
        assertThat(request)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOfSatisfying(
                        UnavailableException.class,
                        e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.NOT_OPEN));
    }

    @Test
    void lookupsAreRefusedUntilTheServerHasOpenedTheIndex() {
        WireIndex one = index("one");
        CompletableFuture<Boolean> opening = open(one, 10_000);
        LineRequest early = lookup(one);
        assertThat(server.flushes()).containsExactly("P\t7\ts\tone\tPRIMARY\tid\tid\n");
        assertNotOpen(early);

        server.receive("0\t1\n");
        assertThat(opening).isCompletedWithValue(true);
        LineRequest lookup = lookup(one);
        assertThat(server.flushes()).containsExactly("7\t=\t1\t5\n");
        server.receive("0\t1\t5\n");
        assertThat(lookup).isCompleted();
    }

    @Test
    void anIdThatIsUsedAgainNeverServesRequestsOfItsFormerIndex() {
        WireIndex one = index("one");
        server.open(one);
        LineRequest inFlight = lookup(one);
        assertThat(server.flushes()).hasSize(1);
        WireIndex two = index("two");
        open(two, 10_000);
        LineRequest betweenOpenAndAnswer = lookup(one);
        server.discardFlushes();
        assertNotOpen(betweenOpenAndAnswer);

        server.receive("0\t1\t5\n0\t1\n");

        assertThat(inFlight).as("sent before the id changed hands").isCompleted();
        LineRequest old = lookup(one);
        LineRequest fresh = lookup(two);
        assertThat(server.flushes()).containsExactly("7\t=\t1\t5\n");
        assertNotOpen(old);
        assertThat(fresh).isNotDone();
    }

    @Test
    void anEqualIndexThatIsNotTheSameIsNotOpen() {
        server.open(index("one"));
        LineRequest lookup = lookup(index("one"));
        server.turn();
        assertNotOpen(lookup);
    }

    @Test
    void aRefusedOpeningLeavesTheIdClosed() {
        WireIndex one = index("one");
        server.open(one);
        CompletableFuture<Boolean> again = open(one, 10_000);
        server.discardFlushes();
        server.receive("1\t1\topen_table\n");

        assertThat(again)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(ServerErrorException.class)
                .withMessageContaining("open_table");
        LineRequest lookup = lookup(one);
        server.turn();
        assertNotOpen(lookup);
    }

    @Test
    void aClosedConnectionKeepsItsSocketUntilTheOpeningIsAnswered() {
        WireIndex one = index("one");
        CompletableFuture<Boolean> opening = open(one, 1);
        LineRequest lookup = lookup(one);
        server.turn();

        server.connection().close("made up");
        server.turn();
        assertThat(server.connection().isClosed()).isTrue();
        assertThat(lookup).isCompletedExceptionally();
        assertThat(server.isSocketOpen()).isTrue();
        assertThat(opening).isNotDone();

        server.receive("0\t1\n");
        assertThat(opening).isCompletedWithValue(true);
        assertThat(server.isSocketOpen()).isFalse();
    }

    @Test
    void theRequestsBeforeTheOpeningKeepTheirPlacesInAClosedConnection() {
        WireIndex one = index("one");
        server.open(one);
        LineRequest before = lookup(one);
        server.turn();
        CompletableFuture<Boolean> opening = open(index("two"), 1);
        server.turn();
        server.connection().close("made up");
        server.turn();
        assertThat(before).isCompletedExceptionally();

        server.receive("0\t1\t5\n");
        assertThat(opening).isNotDone();
        server.receive("1\t1\topen_table\n");
        assertThat(opening)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(ServerErrorException.class);
        assertThat(server.isSocketOpen()).isFalse();
    }

    @Test
    void anOpeningThatWasNotSentFailsAsSuchAndOneThatLostItsSocketDoesNot() {
        CompletableFuture<Boolean> sent = open(index("one"), 1);
        server.turn();
        server.connection().close("made up");
        CompletableFuture<Boolean> late = open(index("two"), 1);
        server.turn();
        assertThat(late)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(UnavailableException.class);

        server.disconnect();
        assertThat(sent)
                .failsWithin(Duration.ZERO)
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(ConnectionLostException.class);
    }

    /** Refused requests cost nothing on the wire; but the event loop must also get to read. */
    @Test
    void refusedRequestsDoNotKeepTheEventLoopFromReading() {
        EmbeddedConnection busy = new EmbeddedConnection(10, 100_000, 10_000, 60_000);
        WireIndex closed = new WireIndex(1, new TableName("s", "t"), "k", List.of("id"));
        int[] asked = new int[1];
        Runnable[] ask = new Runnable[1];
        ask[0] = () -> {
            if (asked[0]++ < 10_000) {
                LineRequest request = new LineRequest("1\n", closed, 60_000);
                request.whenComplete((tokens, failure) -> ask[0].run());
                busy.connection().submit(request);
            }
        };
        ask[0].run();
        int[] askedBeforeNextTask = new int[1];
        busy.execute(() -> askedBeforeNextTask[0] = asked[0]);
        busy.turn();
        assertThat(askedBeforeNextTask[0]).isLessThan(500);
        assertThat(asked[0]).isGreaterThan(10_000);
    }
}
