// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.protocol.Requests;
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
 * A connection that one blocking caller at a time uses: it writes its request and reads the reply itself, which saves
 * two switches between threads.
 *
 * <p>One request at most is in flight. Any failure, a timeout included, closes the socket, because that harms no other
 * request. The I/O thread closes it when the request's deadline has passed.
 */
public final class DirectConnection implements ServerConnection {

    private static final String LATE = "no answer within the request timeout";
    private static final String INTERRUPTED = ": the waiting thread was interrupted";

    private final String name;
    private final BlockingSocket socket;
    private volatile BlockingStream stream;
    private final BlockingExchange exchange;
    private final BatchSizes batches;
    private final BiConsumer<DirectConnection, String> ended;
    private final AtomicReference<@Nullable String> closed = new AtomicReference<>();
    private final Semaphore turn = new Semaphore(1);

    /** The deadline of the request in flight; 0 without one. */
    private final AtomicLong deadline = new AtomicLong();

    private volatile boolean expired;

    /** Whether an opening or a probe waits for the turn; lookups do not take it then. */
    private volatile boolean claimed;

    // Only the thread that has the turn uses the next field and the socket.
    private final @Nullable WireIndex[] open = new WireIndex[Requests.MAX_INDEX_IDS];

    private final long madeNanos = System.nanoTime();
    private volatile long lastUsedNanos = madeNanos;

    /**
     * @param unix whether to make a unix-domain socket
     * @param spin decides whether a lookup polls the socket before it blocks
     * @param ended called once, by any thread, with the reason why it is closed
     */
    DirectConnection(
            String name,
            boolean unix,
            int maxLineBytes,
            AdaptiveSpin spin,
            BatchSizes batches,
            BiConsumer<DirectConnection, String> ended) {
        this.name = name;
        this.exchange = new BlockingExchange(name, maxLineBytes);
        this.batches = batches;
        this.ended = ended;
        try {
            this.socket = new BlockingSocket(unix, spin);
            this.stream = socket;
        } catch (IOException e) { // no file descriptor left, for instance
            throw new ConnectionLostException(name + ": " + e.getMessage(), e);
        }
    }

    /**
     * Connects and authenticates; blocks up to twice the timeout.
     *
     * @throws HandlerSocketException if that fails; the connection is closed then
     */
    void connect(Target target, @Nullable Tls tls, int timeoutMillis) {
        try {
            socket.connect(target.endpoint(), timeoutMillis);
            if (tls != null) {
                TlsStream encrypted = new TlsStream(socket, tls.engine(target.endpoint()));
                encrypted.handshake(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
                stream = encrypted;
            }
        } catch (IOException | RuntimeException e) { // a cipher suite that the JDK does not support, for instance
            shutdown(e.toString());
            throw new ConnectionLostException(name + ": " + e.getMessage(), e);
        }
        if (!target.secret().isEmpty()) {
            StatusRequest request =
                    StatusRequest.authentication(name, target.secret(), TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
            inTurn(request, () -> exchange(request, true));
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
     * @return false if the request may be sent elsewhere: the connection is in use or closed, the index is not open on
     *     it, or the thread is interrupted, which would close the socket
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
            open[index.id()] = null;
            exchange(request, true);
            if (!request.isCompletedExceptionally()) {
                open[index.id()] = index;
            }
        });
        return request;
    }

    @Override
    public CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts) {
        StatusRequest request = StatusRequest.probe(name, index, prefix, keyParts);
        inTurn(request, () -> exchange(request, true));
        return request;
    }

    /** Runs a task as soon as the lookup in flight has ended; closes the connection if that takes too long. */
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
        if (!mine) { // nothing was sent
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
            request.failed(new ConnectionLostException(name + INTERRUPTED, null));
        }
    }

    /**
     * Sends a request and completes it. The caller has the turn.
     *
     * @param timed whether the read itself ends at the deadline, or {@link #expire} closes the socket
     * @return false, with the request not completed, if the thread was interrupted before any reply came
     */
    private boolean exchange(Request<?> request, boolean timed) {
        long at = request.deadlineNanos == 0 ? 1 : request.deadlineNanos;
        deadline.set(at);
        try {
            exchange.run(stream, request, timed);
        } catch (ClosedByInterruptException e) {
            String reason = name + INTERRUPTED;
            if (exchange.isUnanswered()) {
                shutdown(reason);
                return false;
            }
            // A reply came already: a group that is sent again would mix two snapshots.
            fail(request, new ConnectionLostException(reason, e));
        } catch (SocketTimeoutException e) {
            fail(request, late());
        } catch (HandlerSocketException e) {
            fail(request, e);
        } catch (IOException | RuntimeException | Error e) { // closed by the server, close() or expire(); or no memory
            String why = closed.get();
            fail(
                    request,
                    expired
                            ? late()
                            : new ConnectionLostException(name + ": " + (why != null ? why : e.getMessage()), e));
        } finally {
            if (!deadline.compareAndSet(at, 0)) {
                shutdown(LATE); // expire() is closing it: the next thread must not get the turn before that
            }
        }
        return true;
    }

    /** Closes the connection if the deadline of its request has passed. Any thread. */
    void expire(long nowNanos) {
        long at = deadline.get();
        if (at != 0 && nowNanos - at >= 0 && deadline.compareAndSet(at, 0)) {
            expired = true;
            shutdown(LATE);
        }
    }

    private RequestTimeoutException late() {
        return new RequestTimeoutException(name + ": " + LATE, true);
    }

    private void fail(Request<?> request, HandlerSocketException failure) {
        shutdown(String.valueOf(failure.getMessage()));
        request.failed(failure); // ignored if the request was answered
    }

    /** Returns when a lookup last used the connection. */
    long lastUsedNanos() {
        return lastUsedNanos;
    }

    /** Returns when the connection was made. */
    long madeNanos() {
        return madeNanos;
    }

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
            socket.close(); // a thread that reads from it fails
            ended.accept(this, reason);
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
