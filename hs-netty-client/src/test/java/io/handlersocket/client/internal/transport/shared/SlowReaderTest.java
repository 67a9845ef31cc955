// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.LineRequest;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.testkit.Seed;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real socket with small buffers, whose other end begins to read only when the client can write no more. */
@Timeout(120)
class SlowReaderTest {

    private static final int REQUESTS = 2_500;

    /** So many lines fill all buffers. A group would wait for their answers. */
    private static final int BEFORE = 1_000;

    private final Random random = Seed.random(SlowReaderTest.class);
    private final CountDownLatch unwritable = new CountDownLatch(1);
    private final AtomicInteger changes = new AtomicInteger();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();

    private ChannelInitializer<Channel> narrow(Connection connection) {
        var watcher = new ChannelInboundHandlerAdapter() {
            @Override
            public void channelWritabilityChanged(ChannelHandlerContext ctx) {
                changes.incrementAndGet();
                if (!ctx.channel().isWritable()) {
                    unwritable.countDown();
                }
                ctx.fireChannelWritabilityChanged();
            }
        };
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                channel.config().setOption(ChannelOption.SO_SNDBUF, 16 * 1024);
                channel.pipeline().addLast(watcher, connection.handler());
            }
        };
    }

    /** Answers each line with its first ten characters. */
    private void serve(ServerSocket server, int bytes) throws IOException, InterruptedException {
        try (Socket socket = server.accept()) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            assertThat(unwritable.await(1, TimeUnit.MINUTES)).isTrue();
            byte[] buffer = new byte[3_000];
            StringBuilder line = new StringBuilder();
            while (received.size() < bytes) {
                int count = in.read(buffer, 0, 1 + random.nextInt(buffer.length));
                if (count < 0) {
                    return;
                }
                received.write(buffer, 0, count);
                StringBuilder replies = new StringBuilder();
                for (int i = 0; i < count; i++) {
                    if (buffer[i] == '\n') {
                        replies.append("0\t1\t").append(line, 0, 10).append('\n');
                        line.setLength(0);
                    } else {
                        line.append((char) buffer[i]);
                    }
                }
                out.write(replies.toString().getBytes(ISO_8859_1));
            }
        }
    }

    @Test
    void everyRequestIsAnsweredOnceAndInItsOrder() throws Exception {
        List<List<LineRequest>> groups = new ArrayList<>();
        List<LineRequest> all = new ArrayList<>();
        StringBuilder expected = new StringBuilder();
        while (all.size() < REQUESTS) {
            int members = all.size() >= BEFORE && random.nextInt(10) == 0 ? 1 + random.nextInt(4) : 0;
            List<LineRequest> lines = new ArrayList<>();
            for (int i = 0; i < Math.max(1, members); i++) {
                int length = random.nextInt(50) == 0 ? 3_900 : random.nextInt(700);
                String line = String.format("%010d", all.size()) + "x".repeat(length);
                expected.append(line).append('\n');
                LineRequest request = LineRequest.of(line);
                lines.add(request);
                all.add(request);
            }
            groups.add(members == 0 ? List.of(lines.get(0)) : List.copyOf(lines));
        }
        try (EventLoop loop = new EventLoop("slow");
                ServerSocket server = new ServerSocket()) {
            server.setReceiveBufferSize(32 * 1024);
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> {
                try {
                    serve(server, expected.length());
                } catch (IOException | InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            var limits = new ConnectionLimits(1_000, BEFORE, 100_000, 1_000, 0, TimeUnit.MINUTES.toNanos(5));
            List<String> endings = new ArrayList<>();
            Connection connection = new Connection(
                    "slow",
                    limits,
                    loop,
                    new BatchSizes(Connection.MAX_BATCH),
                    (c, reason) -> endings.add(reason),
                    System::nanoTime);
            loop.connect(new Endpoint("127.0.0.1", server.getLocalPort()), null, 1_000, narrow(connection));
            connection.whenActive().get(10, TimeUnit.SECONDS);
            for (List<LineRequest> lines : groups) {
                connection.submit(lines.size() == 1 ? lines.get(0) : new RequestGroup(lines));
            }
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(1, TimeUnit.MINUTES);
            served.get(10, TimeUnit.SECONDS);

            assertThat(received.toString(ISO_8859_1).contentEquals(expected)).isTrue();
            assertThat(all)
                    .allSatisfy(request -> assertThat(request.join()).containsExactly("0", "1", request.start()));
            assertThat(changes.get()).as("unwritable, and writable again").isGreaterThan(1);
        }
    }
}
