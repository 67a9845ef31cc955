// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every trouble reaches the client, and ends. */
@Timeout(30)
class TcpProxyTest {

    private ServerSocket echo;
    private TcpProxy proxy;

    @BeforeEach
    void start() throws IOException {
        echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        Thread server = new Thread(this::serve);
        server.setDaemon(true);
        server.start();
        proxy = new TcpProxy("127.0.0.1", echo.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        echo.close();
    }

    private void serve() {
        try {
            while (true) {
                Socket socket = echo.accept();
                Thread session = new Thread(() -> repeat(socket));
                session.setDaemon(true);
                session.start();
            }
        } catch (IOException closed) {
            // The end of the test.
        }
    }

    private static void repeat(Socket socket) {
        try (socket) {
            byte[] buffer = new byte[4096];
            for (int n = socket.getInputStream().read(buffer);
                    n >= 0;
                    n = socket.getInputStream().read(buffer)) {
                socket.getOutputStream().write(buffer, 0, n);
            }
        } catch (IOException reset) {
            // The end of the connection.
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
        socket.setSoTimeout(5_000);
        return socket;
    }

    private static String ask(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(US_ASCII));
        return new String(socket.getInputStream().readNBytes(text.length()), US_ASCII);
    }

    private static long millisOf(Socket socket, String text) throws IOException {
        long start = System.nanoTime();
        assertThat(ask(socket, text)).isEqualTo(text);
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }

    @Test
    void delaysBothDirections() throws IOException {
        try (Socket socket = connect()) {
            assertThat(ask(socket, "hello")).isEqualTo("hello");
            proxy.delay(Duration.ofMillis(60), Duration.ofMillis(10));
            assertThat(millisOf(socket, "hello")).isGreaterThanOrEqualTo(120);
            proxy.delay(Duration.ZERO, Duration.ZERO);
            proxy.limit(1_000);
            assertThat(millisOf(socket, "x".repeat(100))).isGreaterThanOrEqualTo(200);
        }
    }

    @Test
    void tearsAReplyAndResetsTheConnection() throws IOException {
        try (Socket socket = connect()) {
            proxy.tear(1);
            socket.getOutputStream().write("0123456789".getBytes(US_ASCII));
            assertThat(new String(socket.getInputStream().readNBytes(5), US_ASCII))
                    .isEqualTo("01234");
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketException.class);
        }
        assertThat(proxy.torn()).isEqualTo(1);
        try (Socket next = connect()) {
            assertThat(ask(next, "hello")).isEqualTo("hello");
        }
    }

    @Test
    void leavesClientsAloneWithAnOpenConnection() throws IOException {
        try (Socket socket = connect()) {
            assertThat(ask(socket, "hello")).isEqualTo("hello");
            proxy.abandonClients();
            socket.getOutputStream().write("hello".getBytes(US_ASCII));
            socket.setSoTimeout(300);
            assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            try (Socket next = connect()) {
                assertThat(ask(next, "hello")).isEqualTo("hello");
            }
            proxy.cutAll();
            socket.setSoTimeout(5_000);
            assertThat(ended(socket)).isTrue();
        }
        await().until(() -> proxy.connections() == 0);
    }

    private static boolean ended(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void endsAConnectionThatItWasAcceptingWhenItWasClosed() throws IOException {
        proxy.stall(true);
        try (Socket socket = connect()) {
            proxy.close();
            proxy.stall(false);
            assertThatThrownBy(() -> {
                        if (socket.getInputStream().read() < 0) {
                            throw new SocketException("ended");
                        }
                    })
                    .isInstanceOf(SocketException.class);
        }
        await().until(() -> proxy.connections() == 0);
    }

    @Test
    void refusesConnectionsAndAcceptsThemAgainOnTheSamePort() throws IOException {
        int port = proxy.port();
        proxy.acceptNoMore();
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
        proxy.acceptAgain();
        assertThat(proxy.port()).isEqualTo(port);
        try (Socket socket = connect()) {
            assertThat(ask(socket, "hello")).isEqualTo("hello");
        }
    }
}
