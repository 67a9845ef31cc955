// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;

/**
 * TLS over a {@link BlockingSocket}.
 *
 * <p>It uses an engine and not the JDK's SSLSocket, so that {@link #hasUnread()} can tell an unexpected reply from
 * messages of TLS itself, such as session tickets.
 */
final class TlsStream implements BlockingStream {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final BlockingSocket socket;
    private final SSLEngine engine;
    private final ByteBuffer out;
    private final ByteBuffer plain;

    /** The bytes that were received and not decrypted, from position to limit. */
    private ByteBuffer in;

    TlsStream(BlockingSocket socket, SSLEngine engine) {
        this.socket = socket;
        this.engine = engine;
        int packet = engine.getSession().getPacketBufferSize();
        this.out = ByteBuffer.allocate(packet);
        this.in = ByteBuffer.allocate(2 * packet).limit(0);
        this.plain = ByteBuffer.allocate(2 * packet);
    }

    /** Does the handshake and verifies the certificate. */
    void handshake(long deadlineNanos) throws IOException {
        engine.beginHandshake();
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_WRAP -> encrypt(NOTHING);
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (decrypt() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
                        receive(deadlineNanos);
                    }
                }
                case NEED_TASK -> runTasks();
                case FINISHED, NOT_HANDSHAKING -> {
                    return;
                }
            }
        }
    }

    @Override
    public boolean hasUnread() throws IOException {
        return decryptSome(false, NO_DEADLINE);
    }

    @Override
    public void write(byte[] bytes, int length) throws IOException {
        ByteBuffer source = ByteBuffer.wrap(bytes, 0, length);
        while (source.hasRemaining()) {
            encrypt(source);
        }
    }

    @Override
    public ByteBuf read(long deadlineNanos) throws IOException {
        decryptSome(true, deadlineNanos);
        return Unpooled.wrappedBuffer(plain.array(), 0, plain.position());
    }

    /** Decrypts until there are bytes in {@link #plain}; returns false if none have arrived and it must not wait. */
    private boolean decryptSome(boolean wait, long deadlineNanos) throws IOException {
        plain.clear();
        while (true) {
            SSLEngineResult.Status status = decrypt();
            if (plain.position() > 0) {
                return true;
            }
            if (status == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
                if (!wait && !socket.hasUnread()) {
                    return false;
                }
                receive(deadlineNanos);
            }
        }
    }

    /** Decrypts one record, if it is complete, and then does what the engine asks for. */
    private SSLEngineResult.Status decrypt() throws IOException {
        SSLEngineResult result = engine.unwrap(in, plain);
        switch (result.getStatus()) {
            case CLOSED -> throw new EOFException("closed by the server");
            case BUFFER_OVERFLOW -> throw new IOException("TLS record too long");
            case OK, BUFFER_UNDERFLOW -> {
                // The caller handles both.
            }
        }
        if (result.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_TASK) {
            runTasks();
        }
        if (engine.getHandshakeStatus() == SSLEngineResult.HandshakeStatus.NEED_WRAP) {
            encrypt(NOTHING);
        }
        return result.getStatus();
    }

    private void encrypt(ByteBuffer source) throws IOException {
        out.clear();
        SSLEngineResult result = engine.wrap(source, out);
        if (result.getStatus() != SSLEngineResult.Status.OK && out.position() == 0) {
            throw new IOException("TLS: " + result.getStatus());
        }
        socket.write(out.array(), out.position());
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    private void receive(long deadlineNanos) throws IOException {
        ByteBuf more = socket.read(deadlineNanos);
        int needed = in.remaining() + more.readableBytes();
        ByteBuffer target = needed <= in.capacity()
                ? in.compact()
                : ByteBuffer.allocate(2 * needed).put(in);
        more.readBytes(target.limit(target.position() + more.readableBytes()));
        in = target.flip();
    }
}
