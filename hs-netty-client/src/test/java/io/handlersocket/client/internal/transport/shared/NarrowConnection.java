// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/** A connection whose socket takes only as many bytes as the test allows; the test also plays the server. */
final class NarrowConnection {

    private static final EventLoop LOOP = new EventLoop("narrow");

    private final List<String> endings = new ArrayList<>();
    private final List<Boolean> writability = new ArrayList<>();
    private final Connection connection;
    private final NarrowChannel channel;

    NarrowConnection(int maxInFlight, int lowWaterMark, int highWaterMark) {
        var limits = new ConnectionLimits(1_000, maxInFlight, 10_000, 10_000, 0, TimeUnit.HOURS.toNanos(1));
        connection = new Connection(
                "narrow",
                limits,
                LOOP,
                new BatchSizes(Connection.MAX_BATCH),
                (ended, reason) -> endings.add(reason),
                System::nanoTime);
        var watcher = new ChannelInboundHandlerAdapter() {
            @Override
            public void channelWritabilityChanged(ChannelHandlerContext ctx) {
                writability.add(ctx.channel().isWritable());
                ctx.fireChannelWritabilityChanged();
            }
        };
        channel = new NarrowChannel(watcher, connection.handler());
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(lowWaterMark, highWaterMark));
    }

    private static final class NarrowChannel extends EmbeddedChannel {

        private final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        private final StringBuilder line = new StringBuilder();
        /** Whole lines that are not answered yet. */
        private final Queue<String> lines = new ArrayDeque<>();

        private int room;
        private boolean broken;

        NarrowChannel(ChannelHandler... handlers) {
            super(handlers);
        }

        @Override
        protected void doWrite(ChannelOutboundBuffer out) throws IOException {
            if (broken) {
                throw new IOException("made up");
            }
            while (room > 0 && out.current() instanceof ByteBuf bytes) {
                int count = Math.min(room, bytes.readableBytes());
                for (int i = 0; i < count; i++) {
                    take(bytes.getByte(bytes.readerIndex() + i));
                }
                room -= count;
                out.removeBytes(count);
            }
        }

        private void take(byte next) {
            taken.write(next);
            if (next == '\n') {
                lines.add(line.toString());
                line.setLength(0);
            } else {
                line.append((char) next);
            }
        }
    }

    Connection connection() {
        return connection;
    }

    List<String> endings() {
        return endings;
    }

    /** Returns each change of the channel's writability. */
    List<Boolean> writability() {
        return writability;
    }

    /** Returns how many bytes wait for the socket. */
    long pending() {
        ChannelOutboundBuffer out = channel.unsafe().outboundBuffer();
        return out == null ? 0 : out.totalPendingWriteBytes();
    }

    /** Lets the event loop do what it has to do now. */
    void turn() {
        channel.runPendingTasks();
    }

    /** Lets the socket take so many bytes more, and the event loop do what follows. */
    void take(int bytes) {
        channel.room += bytes;
        channel.flush();
        turn();
    }

    /** Makes each later write to the socket fail. */
    void breakDown() {
        channel.broken = true;
    }

    /** Returns what the socket has taken. */
    String taken() {
        return channel.taken.toString(ISO_8859_1);
    }

    /** Returns how many bytes the socket has taken. */
    int takenBytes() {
        return channel.taken.size();
    }

    /** Answers the next whole lines with their first ten characters, in one read; returns whether there was one. */
    boolean answer(int most) {
        StringBuilder replies = new StringBuilder();
        for (int i = 0; i < most && !channel.lines.isEmpty(); i++) {
            String line = channel.lines.remove();
            replies.append("0\t1\t")
                    .append(line, 0, Math.min(10, line.length()))
                    .append('\n');
        }
        if (replies.isEmpty()) {
            return false;
        }
        channel.writeInbound(Unpooled.copiedBuffer(replies, ISO_8859_1));
        turn();
        return true;
    }
}
