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
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One plain socket for one blocking caller at a time: the caller writes its request and reads the reply itself, so that no
 * other thread has to be woken for it, and to wake it.
 *
 * <p>One request is in flight at most. Whatever does not go as it should, a request that timed out included, closes the
 * socket: there is no other request that could be harmed.
 */
public final class DirectConnection implements ServerConnection {

    private static final int READ_BYTES = 16 * 1024;

    private final String name;
    private final Socket socket = new Socket();
    private final ReplyScanner scanner;
    private final BatchSizes batches;
    private final BiConsumer<DirectConnection, String> ended;
    private final AtomicReference<@Nullable String> closed = new AtomicReference<>();
    private final Semaphore turn = new Semaphore(1);

    // Whoever has the turn reads and writes what follows.
    private final ByteBuf received = Unpooled.wrappedBuffer(new byte[READ_BYTES]);
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
    }

    /**
     * Connects and authenticates; blocks up to twice the timeout.
     *
     * @throws HandlerSocketException if that failed; the socket is closed then
     */
    void connect(Endpoint endpoint, int timeoutMillis) {
        try {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), timeoutMillis);
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
     * @return false if it did not, because the socket is in use or closed or has not the index open; the request is untouched then
     */
    boolean tryExchange(Request<?> request) {
        if (!turn.tryAcquire()) {
            return false;
        }
        try {
            if (closed.get() != null || !request.isOpen(open)) {
                return false;
            }
            batches.add(1);
            exchange(request);
            lastUsedNanos = System.nanoTime();
            return true;
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

    /** Completes the request, one way or the other. The turn is the caller's. */
    private void exchange(Request<?> request) {
        pending = request;
        missingReplies = request.replies();
        try {
            InputStream in = socket.getInputStream();
            if (in.available() > 0) {
                throw new ProtocolException(name + ": a reply that nobody asked for");
            }
            OutputStream out = socket.getOutputStream();
            out.write(request.line);
            while (pending != null) {
                receive(in, request.deadlineNanos);
            }
            if (scanner.pendingBytes() > 0) {
                throw new ProtocolException(name + ": a reply that nobody asked for");
            }
        } catch (SocketTimeoutException e) {
            fail(request, new RequestTimeoutException(name + ": no answer within the request timeout", true));
        } catch (HandlerSocketException e) {
            fail(request, e);
        } catch (IOException | RuntimeException | Error e) { // closed by the server, by close(), or no memory
            String why = closed.get();
            fail(request, new ConnectionLostException(name + ": " + (why != null ? why : e.getMessage()), e));
        }
    }

    private void receive(InputStream in, long deadlineNanos) throws IOException {
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
            throw new SocketTimeoutException();
        }
        socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, 1 + TimeUnit.NANOSECONDS.toMillis(left)));
        int count = in.read(received.array());
        if (count < 0) {
            throw new EOFException("closed by the server");
        }
        received.setIndex(0, count);
        scanner.feed(received, lines);
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
                socket.close(); // whoever reads from it is woken
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
