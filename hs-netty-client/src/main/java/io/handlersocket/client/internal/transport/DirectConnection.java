// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.Endpoint;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One plain socket for one blocking caller at a time: the caller writes its request and reads the reply itself, so that no
 * other thread has to be woken for it, and to wake it.
 *
 * <p>One request is in flight at most. Whatever does not go as it should, a request that timed out included, closes the
 * socket: there is no other request that could be harmed. A read that blocks, with somebody else to end it in time, costs one
 * system call; a read with a time limit costs three.
 */
public final class DirectConnection implements ServerConnection {

    private static final int BUFFER_BYTES = 16 * 1024;

    private final String name;
    private final SocketChannel channel;
    private final ReplyScanner scanner;
    private final BatchSizes batches;
    private final BiConsumer<DirectConnection, String> ended;
    private final AtomicReference<@Nullable String> closed = new AtomicReference<>();
    private final Semaphore turn = new Semaphore(1);

    /** When the request in flight must be over, by {@link System#nanoTime()}; 0 if there is none. */
    private final AtomicLong deadline = new AtomicLong();

    private volatile boolean expired;

    // Whoever has the turn reads and writes what follows.
    private final ByteBuffer out = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuffer in = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private final ByteBuf received = Unpooled.wrappedBuffer(in);
    private final OpenIndexes open = new OpenIndexes();
    private final ReplyScanner.Lines lines = this::answer;
    private @Nullable Request<?> pending;
    private int missingReplies;

    private final long madeNanos = System.nanoTime();
    private volatile long lastUsedNanos = madeNanos;

    /**
     * @param ended told once, by any thread, when it is closed, and why
     */
    DirectConnection(String name, int maxLineBytes, BatchSizes batches, BiConsumer<DirectConnection, String> ended) {
        this.name = name;
        this.scanner = new ReplyScanner(maxLineBytes);
        this.batches = batches;
        this.ended = ended;
        try {
            this.channel = SocketChannel.open();
        } catch (IOException e) { // no file descriptor left, for instance
            throw new ConnectionLostException(name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Connects and authenticates; blocks up to twice the timeout.
     *
     * @throws HandlerSocketException if that failed; the socket is closed then
     */
    void connect(Endpoint endpoint, int timeoutMillis) {
        try {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            channel.socket().connect(new InetSocketAddress(endpoint.host(), endpoint.port()), timeoutMillis);
        } catch (IOException e) {
            shutdown(e.toString());
            throw new ConnectionLostException(name + ": " + e.getMessage(), e);
        }
        if (!endpoint.secret().isEmpty()) {
            StatusRequest request =
                    StatusRequest.authentication(name, endpoint.secret(), TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
            inTurn(request, () -> exchange(request));
            Throwable failure = request.handle((ok, cause) -> cause).join();
            if (failure != null) {
                shutdown("not authenticated");
                throw failure instanceof HandlerSocketException known ? known : new IllegalStateException(failure);
            }
        }
    }

    /**
     * Sends a lookup and waits for its answer.
     *
     * @return false if it has none, because the socket is in use or closed or has not the index open, or because the thread is
     *     interrupted, which would close it; the request may be sent elsewhere then
     */
    boolean tryExchange(Request<?> request) {
        if (Thread.currentThread().isInterrupted() || !turn.tryAcquire()) {
            return false;
        }
        try {
            if (closed.get() != null || !request.isOpen(open)) {
                return false;
            }
            batches.add(1);
            boolean answered = exchange(request);
            lastUsedNanos = System.nanoTime();
            return answered;
        } finally {
            turn.release();
        }
    }

    @Override
    public CompletableFuture<Boolean> open(WireIndex index, long timeoutNanos) {
        StatusRequest request = StatusRequest.opening(name, index, timeoutNanos);
        inTurn(request, () -> {
            open.close(index.id());
            exchange(request);
            if (!request.isCompletedExceptionally()) {
                open.open(index);
            }
        });
        return request;
    }

    @Override
    public CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts) {
        StatusRequest request = StatusRequest.probe(name, index, prefix, keyParts);
        inTurn(request, () -> exchange(request));
        return request;
    }

    /** Waits for the lookup that is on its way; gives the socket up if that takes too long. */
    private void inTurn(Request<?> request, Runnable task) {
        boolean mine = false;
        try {
            mine = turn.tryAcquire(Math.max(0, request.deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!mine) {
            shutdown("busy for too long");
            request.failed(
                    new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, name + ": busy for too long"));
            return;
        }
        try {
            task.run();
        } finally {
            turn.release();
        }
    }

    /**
     * Completes the request, one way or the other. The turn is the caller's.
     *
     * @return false if the thread was interrupted meanwhile, so that the request is neither answered nor failed
     */
    private boolean exchange(Request<?> request) {
        pending = request;
        missingReplies = request.replies();
        long at = request.deadlineNanos == 0 ? 1 : request.deadlineNanos;
        deadline.set(at);
        try {
            if (channel.socket().getInputStream().available() > 0) {
                throw new ProtocolException(name + ": a reply that nobody asked for");
            }
            send(request.line);
            while (pending != null) {
                receive();
            }
            if (scanner.pendingBytes() > 0) {
                throw new ProtocolException(name + ": a reply that nobody asked for");
            }
        } catch (ClosedByInterruptException e) {
            pending = null;
            shutdown("a thread was interrupted that waited");
            return request.isDone();
        } catch (HandlerSocketException e) {
            fail(request, e);
        } catch (IOException | RuntimeException | Error e) { // closed by the server, by close(), in time, or no memory
            String why = closed.get();
            fail(
                    request,
                    expired
                            ? new RequestTimeoutException(name + ": no answer within the request timeout", true)
                            : new ConnectionLostException(name + ": " + (why != null ? why : e.getMessage()), e));
        } finally {
            deadline.compareAndSet(at, 0);
        }
        return true;
    }

    private void send(byte[] line) throws IOException {
        for (int from = 0; from < line.length; from += BUFFER_BYTES) {
            out.clear();
            out.put(line, from, Math.min(BUFFER_BYTES, line.length - from));
            out.flip();
            channel.write(out); // all of it: the channel blocks
        }
    }

    private void receive() throws IOException {
        in.clear();
        int count = channel.read(in);
        if (count < 0) {
            throw new EOFException("closed by the server");
        }
        received.setIndex(0, count);
        scanner.feed(received, lines);
    }

    /** Closes it if its request is late. Any thread but the one that waits. */
    void expire(long nowNanos) {
        long at = deadline.get();
        if (at != 0 && nowNanos - at >= 0 && deadline.compareAndSet(at, 0)) {
            expired = true;
            shutdown("no answer within the request timeout");
        }
    }

    private void answer(Reply reply) {
        Request<?> request = pending;
        if (request == null) {
            throw new ProtocolException(name + ": a reply that nobody asked for");
        }
        if (--missingReplies == 0) {
            pending = null;
        }
        request.accept(reply, 1, name);
    }

    private void fail(Request<?> request, HandlerSocketException failure) {
        pending = null;
        shutdown(String.valueOf(failure.getMessage()));
        request.failed(failure); // nothing new if it was answered before
    }

    /** When it was last used. */
    long lastUsedNanos() {
        return lastUsedNanos;
    }

    /** When it was made. */
    long madeNanos() {
        return madeNanos;
    }

    /** Closes it between two lookups; not if one is on its way. */
    void closeIfFree(String reason) {
        if (turn.tryAcquire()) {
            try {
                shutdown(reason);
            } finally {
                turn.release();
            }
        }
    }

    @Override
    public int inFlight() {
        return 1 - turn.availablePermits();
    }

    @Override
    public boolean isClosed() {
        return closed.get() != null;
    }

    @Override
    public void close(String reason) {
        shutdown(reason);
    }

    private void shutdown(String reason) {
        if (closed.compareAndSet(null, reason)) {
            try {
                channel.close(); // whoever reads from it is woken
            } catch (IOException e) {
                // It is given up all the same.
            }
            ended.accept(this, reason);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
