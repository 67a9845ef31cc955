// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.Endpoint;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A blocking socket. A read without deadline costs one system call, and one with a deadline costs three. One thread at
 * a time; any thread may close it, and an interrupt closes it too.
 */
final class BlockingSocket implements BlockingStream {

    private static final int BUFFER_BYTES = 16 * 1024;
    private static final long POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuf received = Unpooled.wrappedBuffer(in);
    private final boolean unix;
    private final SocketChannel channel;
    private final LongSupplier nanoTime;

    /** The stream of a connected TCP socket: it tells how many bytes have arrived. */
    private @Nullable InputStream tcp;

    /** How many bytes of {@link #in} were received ahead of a read; -1 at the end of the stream. */
    private int arrived;

    BlockingSocket(boolean unix, LongSupplier nanoTime) throws IOException {
        this.unix = unix;
        this.nanoTime = nanoTime;
        this.channel = unix ? SocketChannel.open(StandardProtocolFamily.UNIX) : SocketChannel.open();
        if (unix) {
            return;
        }
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            channel.setOption(StandardSocketOptions.SO_LINGER, ServerConnection.ABORT);
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
            tcp = channel.socket().getInputStream();
        }
    }

    @Override
    public boolean hasUnread() throws IOException {
        InputStream stream = tcp;
        if (stream != null) {
            return stream.available() > 0;
        }
        readAhead(); // the JDK's unix-domain sockets only tell by reading
        return arrived > 0;
    }

    /**
     * Returns whether the server has closed an idle connection, or has sent bytes that nothing asked for; then it must
     * be closed. Does not wait.
     */
    boolean hasEnded() throws IOException {
        readAhead();
        setBlocking(true);
        return arrived != 0;
    }

    private void readAhead() throws IOException {
        if (arrived == 0) {
            setBlocking(false);
            in.clear();
            arrived = channel.read(in);
        }
    }

    /** Waits for bytes; returns their number, or -1 at the end of the stream. */
    private int readWaiting() throws IOException {
        if (arrived != 0) {
            int count = arrived;
            arrived = 0;
            return count;
        }
        setBlocking(true);
        in.clear();
        return channel.read(in);
    }

    /** Only a unix-domain socket changes its mode, and keeps it while polling succeeds: a change takes system calls. */
    private void setBlocking(boolean value) throws IOException {
        if (channel.isBlocking() != value) {
            channel.configureBlocking(value);
        }
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        for (int from = 0; from < length; from += BUFFER_BYTES) {
            out.clear();
            out.put(bytes, from, Math.min(BUFFER_BYTES, length - from));
            out.flip();
            while (out.hasRemaining()) {
                if (channel.write(out) == 0) {
                    setBlocking(true);
                }
            }
        }
    }

    @Override
    public ByteBuf read(long deadlineNanos) throws IOException {
        if (deadlineNanos == NO_DEADLINE) {
            return received(readWaiting());
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
        while (!hasUnread() && arrived == 0) {
            left(deadlineNanos);
            LockSupport.parkNanos(POLL_NANOS);
            if (Thread.currentThread().isInterrupted()) {
                channel.close();
                throw new ClosedByInterruptException();
            }
        }
        return received(readWaiting());
    }

    private long left(long deadlineNanos) throws SocketTimeoutException {
        long left = deadlineNanos - nanoTime.getAsLong();
        if (left <= 0) {
            throw new SocketTimeoutException("no answer in time");
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
