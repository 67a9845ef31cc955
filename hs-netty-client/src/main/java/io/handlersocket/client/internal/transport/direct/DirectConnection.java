// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.direct;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.RequestGroup;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.internal.transport.StatusRequest;
import io.handlersocket.client.internal.transport.Target;
import io.handlersocket.client.internal.transport.Tls;
import io.handlersocket.client.internal.transport.WireIndex;
import io.handlersocket.client.internal.transport.direct.DirectConnections.DirectOutcome;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection that one blocking caller at a time uses: it writes its request and reads the reply itself, which saves
 * two switches between threads. It also serves callers that queued meanwhile: their requests travel in the same packet.
 *
 * <p>Any failure of the calling thread's own request, a timeout included, closes the socket; the others' requests are
 * sent elsewhere then. The I/O thread closes it when the request's deadline has passed.
 */
public final class DirectConnection implements ServerConnection {

    private final String name;
    private final BlockingSocket socket;
    private volatile BlockingStream stream;
    private final BlockingExchange exchange;
    private final BatchSizes batches;
    private final BiConsumer<DirectConnection, String> ended;
    private final AtomicReference<@Nullable String> closed = new AtomicReference<>();
    private final ConnectionTurn turn = new ConnectionTurn();
    private final DirectWidth width;
    private final DirectControl control;

    private final ExchangeDeadline deadline;
    private volatile int inFlight;

    /** The thread that sends a lookup, if there is one. */
    private volatile @Nullable Thread sender;

    // Only the thread that has the turn uses the next field and the socket.
    private final @Nullable WireIndex[] open = new WireIndex[Requests.MAX_INDEX_IDS];

    private final LongSupplier nanoTime;
    private final long madeNanos;

    /** @param ended called once, by any thread, with the reason why it is closed */
    DirectConnection(
            String name,
            boolean unix,
            int maxLineBytes,
            DirectWidth width,
            BatchSizes batches,
            BiConsumer<DirectConnection, String> ended,
            LongSupplier nanoTime) {
        this.name = name;
        this.nanoTime = nanoTime;
        this.madeNanos = nanoTime.getAsLong();
        this.exchange = new BlockingExchange(name, maxLineBytes, nanoTime);
        this.deadline = new ExchangeDeadline(name, nanoTime);
        this.width = width;
        this.batches = batches;
        this.ended = ended;
        try {
            this.socket = new BlockingSocket(unix, nanoTime);
            this.stream = socket;
        } catch (IOException e) { // no file descriptor left, for instance
            throw ServerConnection.lost(name, e);
        }
        this.control = new DirectControl(this, turn, open, nanoTime);
    }

    /** Connects and authenticates; blocks up to twice the timeout. If that fails, it closes the connection. */
    public void connect(Target target, @Nullable Tls tls, int timeoutMillis) {
        try {
            socket.connect(target.endpoint(), timeoutMillis);
            if (tls != null) {
                TlsStream encrypted = new TlsStream(socket, tls.engine(target.endpoint()));
                encrypted.handshake(nanoTime.getAsLong() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
                stream = encrypted;
            }
        } catch (IOException | RuntimeException | Error e) { // from the supplier of the TLS context, for instance
            close(e.toString());
            throw ServerConnection.lost(name, e);
        }
        if (!target.secret().isEmpty()) {
            control.authenticate(target.secret(), TimeUnit.MILLISECONDS.toNanos(timeoutMillis));
        }
    }

    /**
     * Sends a lookup if no other caller uses the connection. {@link DirectConnections} has looked for an interrupt,
     * which would close the socket.
     */
    DirectOutcome tryExchange(Request<?> request) {
        return turn.tryTake() ? serve(request) : DirectOutcome.BUSY;
    }

    /** Queues a lookup with one reply. Another caller sends it, or this one when its turn has come. */
    DirectOutcome queueAndExchange(Request<?> request) {
        return switch (turn.queueAndWait(new WaitingCaller(request, name, deadline))) {
            case DONE -> DirectOutcome.COMPLETED;
            case TURN -> serve(request);
            case QUEUED, SENT, ELSEWHERE -> DirectOutcome.BUSY;
        };
    }

    /** Returns whether the calling thread is sending a lookup, as a listener does that makes another one. */
    boolean isUsedByCaller() {
        return sender == Thread.currentThread();
    }

    /** Sends a lookup and those that are queued; hands the turn on. The caller has the turn. */
    private DirectOutcome serve(Request<?> request) {
        List<WaitingCaller> together = List.of();
        try { // first, so that no error loses the turn
            sender = Thread.currentThread();
            if (isClosed()) {
                return DirectOutcome.CLOSED;
            }
            long now = nanoTime.getAsLong();
            if (Thread.currentThread().isInterrupted() || !request.isOpen(open) || request.expired(now)) {
                return DirectOutcome.UNSUITABLE;
            }
            if (request.isShort()) { // the others would wait for a range; lines of a group are written alone
                together = turn.takeQueued(open, RequestGroup.MAX_BYTES - request.length());
            }
            batches.add(1 + together.size());
            return exchange(request, together, BlockingStream.NO_DEADLINE, now)
                    ? DirectOutcome.COMPLETED
                    : DirectOutcome.UNSUITABLE;
        } finally {
            sender = null;
            turn.pass(); // first, because the next caller waits longer for its answer than the others
            together.forEach(WaitingCaller::finish);
        }
    }

    @Override
    public CompletableFuture<Boolean> open(WireIndex index, long waitNanos) {
        return control.open(index, waitNanos);
    }

    @Override
    public CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts) {
        return control.probe(index, prefix, keyParts);
    }

    /**
     * Sends requests and completes them; the caller has the turn. Reads until the deadline, or until {@link #expire}
     * closes the socket. Returns false, with the own request not completed, if the thread was interrupted before any
     * reply to it came.
     */
    boolean exchange(Request<?> request, List<WaitingCaller> together, long deadlineNanos, long nowNanos) {
        long started = deadline.start(request);
        inFlight = 1 + together.size();
        try {
            width.answered(exchange.run(stream, request, together, deadlineNanos, nowNanos));
        } catch (ClosedByInterruptException e) {
            String reason = name + DirectControl.INTERRUPTED;
            if (exchange.isUnanswered()) {
                close(reason);
                return false;
            }
            // A reply came already: a group that is sent again would mix two snapshots.
            fail(request, new ConnectionLostException(reason, e));
        } catch (SocketTimeoutException e) {
            if (request instanceof StatusRequest status && status.isOpening()) {
                control.awaitAnswer(status);
                close(ExchangeDeadline.LATE);
            } else {
                fail(request, deadline.late());
            }
        } catch (HandlerSocketException e) {
            fail(request, e);
        } catch (IOException | RuntimeException | Error e) { // closed by the server, close() or expire(); or no memory
            String why = closed.get();
            fail(
                    request,
                    ExchangeDeadline.LATE.equals(why)
                            ? deadline.late()
                            : why == null
                                    ? ServerConnection.lost(name, e)
                                    : new ConnectionLostException(name + ": " + why, e));
        } finally {
            inFlight = 0;
            if (!deadline.end(started)) { // expire() is closing it: the next thread must not get the turn before that
                close(ExchangeDeadline.LATE);
            }
        }
        return true;
    }

    /** Reads the answer to an opening whose exchange ended at its deadline; blocks until it has come. */
    void await(StatusRequest opening) throws IOException {
        exchange.await(stream, opening);
    }

    /** Closes the connection if the deadline of its request has passed. Any thread. */
    public void expire(long nowNanos) {
        if (deadline.expire(nowNanos)) {
            close(ExchangeDeadline.LATE);
        }
    }

    private void fail(Request<?> request, HandlerSocketException failure) {
        close(String.valueOf(failure.getMessage()));
        request.failed(failure); // ignored if the request was answered
    }

    long lastUsedNanos() {
        return exchange.endedNanos();
    }

    long madeNanos() {
        return madeNanos;
    }

    @Override
    public void closeIfFree(String reason) {
        if (turn.tryTake()) {
            try {
                close(reason);
            } finally {
                turn.pass();
            }
        }
    }

    /**
     * Closes the connection if no caller uses it and the server has closed it. Otherwise its socket would stay, and the
     * next caller would fail.
     */
    void closeIfEnded() {
        if (turn.tryTake()) {
            try {
                if (!isClosed() && socket.hasEnded()) { // a closed one may still wait for the answer to an opening
                    close("closed by the server");
                }
            } catch (IOException e) { // reset by the server, for instance
                close(String.valueOf(e.getMessage()));
            } finally {
                turn.pass();
            }
        }
    }

    @Override
    public int inFlight() {
        return inFlight;
    }

    @Override
    public boolean isClosed() {
        return closed.get() != null;
    }

    @Override
    public void close(String reason) {
        if (closed.compareAndSet(null, reason)) {
            control.close();
            turn.close();
            ended.accept(this, reason);
        }
    }

    void closeSocket() {
        socket.close(); // a thread that reads from it fails
        exchange.close();
    }

    @Override
    public String toString() {
        return name;
    }
}
