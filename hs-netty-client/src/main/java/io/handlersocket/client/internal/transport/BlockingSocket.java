// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/**
 * A socket that its caller waits for, with no limit of time: a read costs one system call, where one with a limit costs three.
 * Somebody else has to close it if it takes too long. One thread at a time, but any may close it; an interrupt closes it too.
 */
final class BlockingSocket {

    private static final int BUFFER_BYTES = 16 * 1024;

    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuf received = Unpooled.wrappedBuffer(in);
    private final SocketChannel channel = SocketChannel.open();

    /** Makes a socket that is not connected. */
    BlockingSocket() throws IOException {
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    void connect(InetSocketAddress address, int timeoutMillis) throws IOException {
        channel.socket().connect(address, timeoutMillis);
    }

    /** Whether bytes have come that nobody has read. */
    boolean hasUnread() throws IOException {
        return channel.socket().getInputStream().available() > 0;
    }

    /** Writes all of it. */
    void write(byte[] bytes) throws IOException {
        for (int from = 0; from < bytes.length; from += BUFFER_BYTES) {
            out.clear();
            out.put(bytes, from, Math.min(BUFFER_BYTES, bytes.length - from));
            out.flip();
            channel.write(out); // all of it: the channel blocks
        }
    }

    /**
     * Waits for bytes.
     *
     * @return those that have come, one at least; valid until the next call
     * @throws EOFException if none will come any more
     */
    ByteBuf read() throws IOException {
        in.clear();
        int count = channel.read(in);
        if (count < 0) {
            throw new EOFException("closed by the server");
        }
        return received.setIndex(0, count);
    }

    /**
     * As {@link #read()}, until then.
     *
     * @param deadlineNanos by {@link System#nanoTime()}
     * @throws SocketTimeoutException if nothing has come by then
     */
    ByteBuf read(long deadlineNanos) throws IOException {
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
            throw new SocketTimeoutException();
        }
        channel.socket().setSoTimeout((int) Math.min(Integer.MAX_VALUE, 1 + TimeUnit.NANOSECONDS.toMillis(left)));
        byte[] bytes = new byte[BUFFER_BYTES];
        int count = channel.socket().getInputStream().read(bytes);
        if (count < 0) {
            throw new EOFException("closed by the server");
        }
        return Unpooled.wrappedBuffer(bytes, 0, count);
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // It is given up all the same.
        }
    }
}
