// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.protocol.Garbage;
import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.BufferRequest;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.Tls;
import io.handlersocket.client.internal.transport.direct.DirectConnections.DirectOutcome;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;

class DirectConnectionTest {

    @Test
    void anEngineThatCannotBeMadeLeavesNoSocket() throws Exception {
        SSLContext context = SSLContext.getDefault();
        leavesNoSocket(
                new Tls(() -> context, new SSLParameters(new String[] {"TLS_OF_TOMORROW"}), true), "TLS_OF_TOMORROW");
    }

    @Test
    void anErrorOfTheSupplierLeavesNoSocket() throws Exception {
        Supplier<SSLContext> broken = () -> {
            throw new NoClassDefFoundError("made up");
        };
        leavesNoSocket(new Tls(broken, new SSLParameters(), true), "made up");
    }

    private static void leavesNoSocket(Tls tls, String message) throws Exception {
        List<String> endings = new ArrayList<>();
        DirectWidth width = new DirectWidth(1, 1);
        DirectConnection connection = new DirectConnection(
                "test",
                false,
                1_000,
                width,
                new BatchSizes(1),
                (ended, reason) -> endings.add(reason),
                System::nanoTime);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Target target = new Target(new Endpoint("127.0.0.1", server.getLocalPort()), "");

            assertThatThrownBy(() -> connection.connect(target, tls, 1_000))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining(message);

            assertThat(connection.isClosed()).isTrue();
            assertThat(endings).hasSize(1);
            try (Socket accepted = server.accept()) {
                accepted.setSoTimeout(10_000);
                assertThat(endOf(accepted)).isTrue();
            }
        }
    }

    /** Its caller or a list may refer to a closed connection for a while. A reply may have 64 MiB. */
    @Test
    void aClosedConnectionKeepsNoPartOfAReply() throws Exception {
        DirectConnection connection = new DirectConnection(
                "test",
                false,
                1_000,
                new DirectWidth(1, 1),
                new BatchSizes(1),
                (ended, reason) -> {},
                System::nanoTime);
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            connection.connect(new Target(new Endpoint("127.0.0.1", server.getLocalPort()), ""), null, 1_000);
            CompletableFuture<Void> answering = CompletableFuture.runAsync(() -> answer(server));

            WeakReference<byte[]> array = exchange(connection);

            answering.join();
            assertThat(connection.isClosed()).isTrue();
            Garbage.assertCollected(array);
            assertThat(connection.inFlight()).isZero();
        }
    }

    private static WeakReference<byte[]> exchange(DirectConnection connection) {
        BufferRequest request = new BufferRequest();
        assertThat(connection.tryExchange(request)).isEqualTo(DirectOutcome.COMPLETED);
        return request.join();
    }

    private static void answer(ServerSocket server) {
        try (Socket accepted = server.accept()) {
            accepted.getInputStream().skipNBytes(2); // all of the request, so that closing sends no reset
            accepted.getOutputStream().write(BufferRequest.REPLY_AND_PART.getBytes(ISO_8859_1));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean endOf(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (java.net.SocketException e) {
            return true; // reset
        }
    }
}
