// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.HandlerSocketException.Fate;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.internal.protocol.Garbage;
import io.handlersocket.client.internal.transport.BufferRequest;
import io.handlersocket.client.internal.transport.LineRequest;
import java.lang.ref.WeakReference;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each request of a connection fails with, however the connection ends. */
class ConnectionHandlerTest {

    /** Two requests may be in flight; a reply has at most 1,000 bytes. */
    private final EmbeddedConnection server = new EmbeddedConnection(2, 100, 1_000, 60_000);

    @SuppressWarnings("ImmutableEnumChecker") // the actions capture nothing
    enum Ending {
        GARBAGE(ProtocolException.class, server -> server.receive("what is this\n")),
        TOO_LONG_LINE(ConnectionLostException.class, server -> server.receive("0".repeat(5_000))),
        CUT_LINE(ConnectionLostException.class, server -> {
            server.receive("0\t1\tha");
            server.disconnect();
        }),
        CLOSED_BY_SERVER(ConnectionLostException.class, EmbeddedConnection::disconnect),
        CLOSED_BY_CLIENT(
                ConnectionLostException.class, server -> server.connection().close("made up"));

        private final Class<? extends HandlerSocketException> ofOldest;
        private final Consumer<EmbeddedConnection> action;

        Ending(Class<? extends HandlerSocketException> ofOldest, Consumer<EmbeddedConnection> action) {
            this.ofOldest = ofOldest;
            this.action = action;
        }
    }

    private LineRequest send(String line) {
        LineRequest request = LineRequest.of(line);
        server.connection().submit(request);
        server.turn();
        return request;
    }

    private static HandlerSocketException failure(LineRequest request) {
        assertThat(request).isCompletedExceptionally();
        return (HandlerSocketException)
                request.handle((tokens, failure) -> failure).join();
    }

    @ParameterizedTest
    @EnumSource
    void onlyRequestsThatWereWrittenMayHaveBeenExecuted(Ending ending) {
        LineRequest answered = send("a");
        server.receive("0\t1\tA\n");
        LineRequest oldest = send("b");
        LineRequest next = send("c");
        LineRequest waiting = send("d");

        ending.action.accept(server);

        assertThat(answered.join()).containsExactly("0", "1", "A");
        assertThat(failure(oldest)).isInstanceOf(ending.ofOldest);
        assertThat(failure(oldest).fate()).isEqualTo(Fate.UNKNOWN);
        assertThat(failure(next)).isInstanceOf(ConnectionLostException.class);
        assertThat(failure(next).fate()).isEqualTo(Fate.UNKNOWN);
        assertThat(failure(waiting).fate()).isEqualTo(Fate.NOT_SENT);
        assertThat(failure(send("e")).fate()).isEqualTo(Fate.NOT_SENT);
        assertThat(server.connection().isClosed()).isTrue();
        assertThat(server.connection().inFlight()).isZero();
        assertThat(server.endings()).hasSize(1);
    }

    /** Timers and lists may refer to a closed connection for a while. A reply may have 64 MiB. */
    @ParameterizedTest
    @EnumSource
    void aClosedConnectionKeepsNoPartOfAReply(Ending ending) throws Exception {
        WeakReference<byte[]> array = receiveAReplyAndAPart();

        ending.action.accept(server);

        Garbage.assertCollected(array);
        assertThat(server.connection().isClosed()).isTrue();
    }

    private WeakReference<byte[]> receiveAReplyAndAPart() {
        BufferRequest request = new BufferRequest();
        server.connection().submit(request);
        server.turn();
        server.receive(BufferRequest.REPLY_AND_PART);
        return request.join();
    }
}
