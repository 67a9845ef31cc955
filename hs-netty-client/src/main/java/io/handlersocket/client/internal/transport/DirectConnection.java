// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One plain socket for one blocking caller at a time: the caller writes its request and reads the reply itself, so
 * that no other thread has to be woken for it, and to wake it.
 *
 * <p>One request is in flight at most. Whatever does not go as it should, a request that timed out included, closes the
 * socket: there is no other request that could be harmed. The I/O thread ends what takes too long.
 */
public final class DirectConnection implements ServerConnection {

    private final String name;
    private final BlockingSocket socket;
    private volatile BlockingStream stream;
    private final BlockingExchange exchange;
    private final BatchSizes batches;
    private final BiConsumer<DirectConnection, String> ended;
    private final AtomicReference<@Nullable String> closed = new AtomicReference<>();
    private final Semaphore turn = new Semaphore(1);

    /** When the request in flight must be over, by {@link System#nanoTime()}; 0 if there is none. */
    private final AtomicLong deadline = new AtomicLong();

    private volatile boolean expired;

    /** Whether something other than a lookup wants the turn, which lookups would never leave it. */
    private volatile boolean claimed;

    // Whoever has the turn reads and writes what follows, and the socket.
    private final OpenIndexes open = new OpenIndexes();

    private final long madeNanos = System.nanoTime();
    private volatile long lastUsedNanos = madeNanos;

    /**
     * @param unix whether it is going to be a unix-domain socket
     * @param ended told once, by any thread, when it is closed, and why
     */
    DirectConnection(
            String name,
            boolean unix,
            int maxLineBytes,
            BatchSizes batches,
            BiConsumer<DirectConnection, String> ended) {
        this.name = name;
        this.exchange = new BlockingExchange(name, maxLineBytes);
        this.batches = batches;
        this.ended = ended;
        try {
            this.socket = new BlockingSocket(unix);
            this.stream = socket;
        } catch (IOException e) { // no file descriptor left, for instance
            throw new ConnectionLostException(name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Connects and authenticates; blocks up to twice the timeout.
     *
     * @throws HandlerSocketException if that failed; the socket is closed then
     */
    void connect(Target target, @Nullable Tls tls, int timeoutMillis) {
        try {
            socket.connect(target.endpoint(), timeoutMillis);
            if (tls != null) {
                TlsStream encrypted = new TlsStream(socket, tls.engine(target.endpoint()));
                encrypted.handshake(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
                stream = encrypted;
            }
        } catch (IOException | RuntimeException e) { // cipher suites that this JDK does not know, for instance
            shutdown(e.toString());
            throw new ConnectionLostException(name + ": " + e.getMessage(), e);
        }
        if (!target.secret().isEmpty()) {
            StatusRequest request =
                    StatusRequest.authentication(name, target.secret(), TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
            inTurn(request, () -> exchange(request, true));
            Throwable failure = request.result().handle((ok, cause) -> cause).join();
            if (failure != null) {
                shutdown("not authenticated");
                throw failure instanceof HandlerSocketException known ? known : new IllegalStateException(failure);
            }
        }
    }

    /**
     * Sends a lookup and waits for its answer.
     *
     * @return false if it has none, because the socket is in use or closed or has not the index open, or because the
     *     thread is interrupted, which would close it; the request may be sent elsewhere then
     */
    boolean tryExchange(Request<?> request) {
        if (claimed || Thread.currentThread().isInterrupted() || !turn.tryAcquire()) {
            return false;
        }
        try {
            if (closed.get() != null || !request.isOpen(open)) {
                return false;
            }
            batches.add(1);
            boolean answered = exchange(request, false);
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
            exchange(request, true);
            if (!request.result().isCompletedExceptionally()) {
                open.open(index);
            }
        });
        return request.result();
    }

    @Override
    public CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts) {
        StatusRequest request = StatusRequest.probe(name, index, prefix, keyParts);
        inTurn(request, () -> exchange(request, true));
        return request.result();
    }

    /** Waits for the lookup that is on its way, before any other; gives the socket up if that takes too long. */
    private void inTurn(Request<?> request, Runnable task) {
        boolean mine = false;
        claimed = true;
        try {
            long left = request.deadlineNanos - System.nanoTime();
            mine = left > 0 && turn.tryAcquire(left, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            claimed = false;
        }
        if (!mine) { // nothing was sent, so nothing hangs
            shutdown("no time left");
            request.failed(
                    new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, name + ": no time left"));
            return;
        }
        try {
            task.run();
        } finally {
            turn.release();
        }
        if (!request.isDone()) {
            request.failed(new ConnectionLostException(name + ": a thread was interrupted that waited", null));
        }
    }

    /**
     * Completes the request, one way or the other. The turn is the caller's.
     *
     * @param timed whether the wait ends by itself: not if another thread can be relied upon to end it
     * @return false if the thread was interrupted before any reply came, so that the request is neither answered nor
     *     failed
     */
    private boolean exchange(Request<?> request, boolean timed) {
        long at = request.deadlineNanos == 0 ? 1 : request.deadlineNanos;
        deadline.set(at);
        try {
            exchange.run(stream, request, timed);
        } catch (ClosedByInterruptException e) {
            String reason = name + ": a thread was interrupted that waited";
            if (exchange.isUnanswered()) {
                shutdown(reason);
                return false;
            }
            // Asked again elsewhere, the rest would be of another snapshot.
            fail(request, new ConnectionLostException(reason, e));
        } catch (SocketTimeoutException e) {
            fail(request, new RequestTimeoutException(name + ": no answer within the request timeout", true));
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
            if (!deadline.compareAndSet(at, 0)) {
                shutdown("no answer within the request timeout"); // is being done: before anybody else has the turn
            }
        }
        return true;
    }

    /** Closes it if its request is late. Any thread but the one that waits. */
    void expire(long nowNanos) {
        long at = deadline.get();
        if (at != 0 && nowNanos - at >= 0 && deadline.compareAndSet(at, 0)) {
            expired = true;
            shutdown("no answer within the request timeout");
        }
    }

    private void fail(Request<?> request, HandlerSocketException failure) {
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
    @Override
    public void closeIfFree(String reason) {
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
            socket.close(); // whoever reads from it is woken
            ended.accept(this, reason);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
