// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.transport.shared.EventLoop;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The server overlooks the regular end of a connection that comes together with a request, but no reset. */
@Timeout(20)
class AbortTest {

    private ServerSocket listening;
    private Endpoint endpoint;

    @BeforeEach
    void listen() throws IOException {
        listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        endpoint = new Endpoint("127.0.0.1", listening.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        listening.close();
    }

    @Test
    void aSharedConnectionEndsWithAReset() throws Exception {
        try (EventLoop loop = new EventLoop("abort")) {
            ChannelFuture connected =
                    (ChannelFuture) loop.connect(endpoint, null, 1_000, new ChannelInboundHandlerAdapter());
            Channel channel = connected.sync().channel();
            try (Socket server = listening.accept()) {
                channel.writeAndFlush(Unpooled.copiedBuffer(new byte[] {'x'})).sync();
                assertThat(server.getInputStream().read()).isEqualTo('x');
                channel.close().sync();
                assertReset(server.getInputStream());
            }
        }
    }

    @Test
    void aDirectConnectionEndsWithAReset() throws Exception {
        BlockingSocket socket = new BlockingSocket(false);
        socket.connect(endpoint, 1_000);
        try (Socket server = listening.accept()) {
            socket.write(new byte[] {'x'}, 1);
            assertThat(server.getInputStream().read()).isEqualTo('x');
            socket.close();
            assertReset(server.getInputStream());
        }
    }

    private static void assertReset(InputStream input) {
        assertThatThrownBy(input::read).isInstanceOf(IOException.class).hasMessageContaining("reset");
    }
}
