// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.client;

import io.handlersocket.jmh.measure.Arm;
import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.Slice;
import io.handlersocket.jmh.measure.UserTable;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The floor: one event loop that writes prebuilt requests and counts the lines that come back. It neither decodes nor completes
 * anything, so nobody can be faster on these connections.
 */
public final class BareLoopArm implements Arm {

    private static final int PREBUILT = 1 << 16;

    private final String name;
    private final int inFlight;
    private final MultiThreadIoEventLoopGroup group;
    private final List<Loop> loops = new ArrayList<>();
    private final byte[][] requests = new byte[PREBUILT][];

    BareLoopArm(Database db) throws InterruptedException {
        this("bare-loop", db, 4, 256);
    }

    /** @param inFlight requests in flight on each connection */
    public BareLoopArm(String name, Database db, int connections, int inFlight) throws InterruptedException {
        this.name = name;
        this.inFlight = inFlight;
        for (int i = 0; i < PREBUILT; i++) {
            requests[i] = ("1\t=\t1\t" + UserTable.randomId() + "\n").getBytes(StandardCharsets.US_ASCII);
        }
        boolean epoll = Epoll.isAvailable();
        group = new MultiThreadIoEventLoopGroup(1, epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        for (int i = 0; i < connections; i++) {
            Loop loop = new Loop();
            Channel channel = new Bootstrap()
                    .group(group)
                    .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                    .handler(loop)
                    .connect(db.host(), db.readPort())
                    .sync()
                    .channel();
            String hello = "A\t1\t" + db.readSecret() + "\nP\t1\t" + db.schema()
                    + "\tuser\tPRIMARY\tuser_id,user_name,user_email,created\n";
            channel.writeAndFlush(channel.alloc().buffer().writeBytes(hello.getBytes(StandardCharsets.UTF_8)))
                    .sync();
            if (!loop.hello.await(5, TimeUnit.SECONDS)) {
                throw new IllegalStateException("no answer to the opening of an index");
            }
            loops.add(loop);
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public long run(Slice slice) throws Exception {
        for (Loop loop : loops) {
            loop.start(slice.deadlineNanos());
        }
        long rows = 0;
        for (Loop loop : loops) {
            loop.stopped.await();
            Throwable failed = loop.failure;
            if (failed != null) {
                throw new AssertionError(failed);
            }
            rows += loop.rows;
        }
        return rows;
    }

    /** Returns how often requests were sent in all turns; several replies in one read are one sending. */
    public long sends() {
        return loops.stream().mapToLong(loop -> loop.sends).sum();
    }

    @Override
    public void close() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    private final class Loop extends ChannelInboundHandlerAdapter {

        final CountDownLatch hello = new CountDownLatch(2);
        volatile CountDownLatch stopped = new CountDownLatch(0);
        volatile long deadlineNanos;
        volatile long rows;
        volatile long sends;
        volatile @Nullable Throwable failure;
        private long counted;
        private long sent;
        private long outstanding;
        private int next;
        private final CompletableFuture<ChannelHandlerContext> added = new CompletableFuture<>();

        @Override
        public void handlerAdded(ChannelHandlerContext ctx) {
            added.complete(ctx);
        }

        void start(long deadline) {
            deadlineNanos = deadline;
            stopped = new CountDownLatch(1);
            ChannelHandlerContext context = added.join();
            context.executor().execute(() -> {
                counted = 0;
                send(context, inFlight);
            });
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            failure = cause;
            stopped.countDown();
            ctx.close();
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) {
            exceptionCaught(ctx, new IllegalStateException("the server closed the connection"));
        }

        private void send(ChannelHandlerContext context, int count) {
            ByteBuf out = context.alloc().directBuffer(count * 16);
            for (int i = 0; i < count; i++) {
                out.writeBytes(requests[next++ & (PREBUILT - 1)]);
            }
            outstanding += count;
            sent++;
            context.writeAndFlush(out, context.voidPromise());
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ByteBuf in = (ByteBuf) message;
            int lines = 0;
            boolean row = true;
            for (int at = in.readerIndex(); ; lines++) {
                int end = in.indexOf(at, in.writerIndex(), (byte) '\n');
                if (end < 0) {
                    break;
                }
                row &= at > in.readerIndex() ? in.getByte(at) == '0' : true;
                at = end + 1;
            }
            in.release();
            if (!row) {
                throw new AssertionError("an error instead of a row");
            }
            if (hello.getCount() > 0) {
                for (int i = 0; i < lines; i++) {
                    hello.countDown();
                }
                return;
            }
            counted += lines;
            outstanding -= lines;
            if (System.nanoTime() < deadlineNanos) {
                if (lines > 0) {
                    send(ctx, lines);
                }
            } else if (outstanding == 0) {
                rows = counted;
                sends = sent;
                stopped.countDown();
            }
        }
    }
}
