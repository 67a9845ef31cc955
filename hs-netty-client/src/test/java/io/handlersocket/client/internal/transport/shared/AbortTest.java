// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.direct.DirectConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server overlooks the regular end of a connection that comes together with a request, but no reset. */
@Timeout(30)
class AbortTest {

    private final ConnectionPool pool = new ConnectionPool(
            "abort",
            new ConnectionLimits(1_000, 10, 10, 1_000, 1, TimeUnit.SECONDS.toNanos(1)),
            null,
            (connection, reason) -> {},
            () -> {},
            System::nanoTime);
    private ServerSocket listening;
    private Target target;

    @BeforeEach
    void listen() throws IOException {
        listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        target = new Target(new Endpoint("127.0.0.1", listening.getLocalPort()), "");
    }

    @AfterEach
    void stop() throws IOException {
        pool.close();
        listening.close();
    }

    @Test
    void aSharedConnectionEndsWithAReset() throws Exception {
        Connection connection = pool.connect(target).join();
        try (Socket server = listening.accept()) {
            connection.submit(LineRequest.of("x"));
            assertThat(server.getInputStream().readNBytes(2)).containsExactly('x', '\n');
            connection.close("over");
            assertReset(server.getInputStream());
        }
    }

    @Test
    void aDirectConnectionEndsWithAReset() throws Exception {
        DirectConnection connection = pool.connectDirect(target, 1_000);
        try (Socket server = listening.accept()) {
            connection.close("over");
            assertReset(server.getInputStream());
        }
    }

    private static void assertReset(InputStream input) {
        assertThatThrownBy(input::read).isInstanceOf(IOException.class).hasMessageContaining("reset");
    }
}
