// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.Endpoint;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A blocking socket. A read without deadline costs one system call, one with a deadline three. One thread at a time;
 * any thread may close it, and an interrupt closes it too.
 */
final class BlockingSocket implements BlockingStream {

    private static final int BUFFER_BYTES = 16 * 1024;
    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuf received = Unpooled.wrappedBuffer(in);
    private final boolean unix;
    private final SocketChannel channel;

    /** @param unix whether to make a unix-domain socket */
    BlockingSocket(boolean unix) throws IOException {
        this.unix = unix;
        this.channel = unix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
        if (unix) {
            return;
        }
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            channel.setOption(StandardSocketOptions.SO_LINGER, EventLoop.ABORT);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    void connect(Endpoint endpoint, int timeoutMillis) throws IOException {
        if (unix) {
            channel.connect(UnixDomainSocketAddress.of(endpoint.host())); // does not block
        } else {
            channel.socket().connect(new InetSocketAddress(endpoint.host(), endpoint.port()), timeoutMillis);
        }
    }

    @Override
    public boolean hasUnread() throws IOException {
        if (!unix) {
            return channel.socket().getInputStream().available() > 0;
        }
        in.clear();
        channel.configureBlocking(false);
        try {
            return channel.read(in) > 0;
        } finally {
            channel.configureBlocking(true);
        }
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        for (int from = 0; from < bytes.length; from += BUFFER_BYTES) {
            out.clear();
            out.put(bytes, from, Math.min(BUFFER_BYTES, bytes.length - from));
            out.flip();
            channel.write(out); // all bytes, because the channel blocks
        }
    }

    @Override
    public ByteBuf read(long deadlineNanos) throws IOException {
        if (deadlineNanos == NO_DEADLINE) {
            in.clear();
            return received(channel.read(in));
        }
        return unix ? poll(deadlineNanos) : readWithTimeout(left(deadlineNanos));
    }

    private ByteBuf received(int count) throws EOFException {
        if (count < 0) {
            throw new EOFException("closed by the server");
        }
        return received.setIndex(0, count);
    }

    private ByteBuf readWithTimeout(long leftNanos) throws IOException {
        channel.socket().setSoTimeout((int) Math.min(Integer.MAX_VALUE, 1 + TimeUnit.NANOSECONDS.toMillis(leftNanos)));
        byte[] bytes = new byte[BUFFER_BYTES];
        int count = channel.socket().getInputStream().read(bytes);
        if (count < 0) {
            throw new EOFException("closed by the server");
        }
        return Unpooled.wrappedBuffer(bytes, 0, count);
    }

    /** Reads with a deadline, which the JDK's unix-domain sockets do not support. Not for lookups. */
    private ByteBuf poll(long deadlineNanos) throws IOException {
        in.clear();
        channel.configureBlocking(false);
        try {
            int count = channel.read(in);
            while (count == 0) {
                left(deadlineNanos);
                LockSupport.parkNanos(POLL_NANOS);
                if (Thread.currentThread().isInterrupted()) {
                    channel.close();
                    throw new ClosedByInterruptException();
                }
                count = channel.read(in);
            }
            return received(count);
        } finally {
            if (channel.isOpen()) {
                channel.configureBlocking(true);
            }
        }
    }

    private static long left(long deadlineNanos) throws SocketTimeoutException {
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
            throw new SocketTimeoutException();
        }
        return left;
    }

    void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The socket is not used again.
        }
    }
}
