// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Endpoint;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A unix-domain socket behaves as a TCP socket does. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@Timeout(30)
class BlockingSocketTest {

    private static final long MANY = TimeUnit.SECONDS.toNanos(20);

    @TempDir
    Path folder;

    @Parameter
    boolean unix;

    private ServerSocketChannel listening;
    private SocketChannel server;
    private BlockingSocket socket;

    @BeforeEach
    void connect() throws IOException {
        Endpoint endpoint;
        if (unix) {
            Path file = folder.resolve("s");
            listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(file));
            endpoint = new Endpoint(file.toString(), 0);
        } else {
            listening = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            endpoint = new Endpoint("127.0.0.1", ((InetSocketAddress) listening.getLocalAddress()).getPort());
        }
        socket = new BlockingSocket(unix, System::nanoTime);
        socket.connect(endpoint, 5_000);
        server = listening.accept();
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        server.close();
        listening.close();
    }

    private void send(String text) throws IOException {
        server.write(ByteBuffer.wrap(text.getBytes(ISO_8859_1)));
    }

    private void sendLater(String text) {
        CompletableFuture.runAsync(
                () -> {
                    try {
                        send(text);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));
    }

    private String receive(int count) throws IOException {
        ByteBuffer received = ByteBuffer.allocate(count);
        while (received.hasRemaining() && server.read(received) >= 0) {
            // reads on
        }
        return new String(received.array(), 0, received.position(), ISO_8859_1);
    }

    private String read() throws IOException {
        return socket.read(BlockingStream.NO_DEADLINE).toString(ISO_8859_1);
    }

    @Test
    void tellsWhetherTheServerHasClosedIt() throws Exception {
        assertThat(socket.hasEnded()).isFalse();
        send("a");
        assertThat(socket.read(System.nanoTime() + MANY).toString(ISO_8859_1)).isEqualTo("a");
        assertThat(socket.hasEnded()).isFalse();
        sendLater("b");
        assertThat(read()).isEqualTo("b");

        server.close();

        Awaitility.await().until(socket::hasEnded);
    }

    @Test
    void takesBytesThatNothingAskedForAsItsEnd() throws Exception {
        send("a");
        Awaitility.await().until(socket::hasEnded);
    }

    @Test
    void requestsAndRepliesAlternate() throws IOException {
        for (int i = 0; i < 5; i++) {
            assertThat(socket.hasUnread()).isFalse();
            socket.write(new byte[] {'q', 'r'}, 1);
            assertThat(receive(1)).isEqualTo("q");
            sendLater("reply " + i);
            assertThat(read()).isEqualTo("reply " + i);
        }
    }

    @Test
    void aLookAtWhatHasArrivedLosesNothing() throws IOException {
        send("early");
        Awaitility.await().until(socket::hasUnread);
        assertThat(socket.hasUnread()).isTrue();
        assertThat(read()).isEqualTo("early");
        assertThat(socket.hasUnread()).isFalse();
    }

    @Test
    void aLongRequestIsWrittenWhole() throws Exception {
        assertThat(socket.hasUnread()).isFalse(); // a unix-domain socket does not block now
        int length = 2_000_000;
        CompletableFuture<String> received = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return receive(length);
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS));
        socket.write("y".repeat(length).getBytes(ISO_8859_1), length);
        assertThat(received.get(20, TimeUnit.SECONDS)).hasSize(length);
    }

    @Test
    void theEndOfTheStreamIsNoticed() throws Exception {
        CompletableFuture<Void> closing = CompletableFuture.runAsync(
                this::closeServer, CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));
        assertThatThrownBy(this::read).isInstanceOf(EOFException.class);
        closing.get();
    }

    private void closeServer() {
        try {
            server.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aDeadlineEndsARead() {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(30);
        assertThatThrownBy(() -> socket.read(deadline)).isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aReadWithADeadlineReturnsWhatArrives() throws IOException {
        sendLater("in time");
        assertThat(socket.read(System.nanoTime() + MANY).toString(ISO_8859_1)).isEqualTo("in time");
        send("again");
        assertThat(read()).isEqualTo("again");
    }

    @Test
    void anotherThreadMayCloseIt() {
        CompletableFuture.runAsync(socket::close, CompletableFuture.delayedExecutor(30, TimeUnit.MILLISECONDS));
        assertThatThrownBy(this::read).isInstanceOfAny(AsynchronousCloseException.class, ClosedChannelException.class);
    }

    @Test
    void anInterruptEndsAReadThatSleeps() {
        Thread reader = Thread.currentThread();
        CompletableFuture.runAsync(reader::interrupt, CompletableFuture.delayedExecutor(30, TimeUnit.MILLISECONDS));
        assertThatThrownBy(this::read).isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
    }
}
