// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.internal.concurrent.TaskGuard;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import io.handlersocket.client.internal.protocol.Requests;
import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.Sweep;
import io.handlersocket.client.internal.transport.WireIndex;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.EventExecutor;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves the socket of a {@link Connection}: writes the requests of all threads in one flush and matches replies to
 * them by order. Event loop only, unless a method says otherwise.
 *
 * <p>A reply names no request. So a request that timed out stays in flight until its reply comes, and anything
 * unexpected closes the socket and fails all requests.
 */
final class ConnectionHandler extends ChannelInboundHandlerAdapter {

    private final Connection connection;
    private final ConnectionLimits limits;
    private final EventLoop loop;
    private final SendQueue queue;
    private final BatchWriter writer;
    private final Consumer<String> ended;
    private final LongSupplier nanoTime;
    /** Null once the connection is closed, so that what still refers to it keeps no part of a long reply. */
    private @Nullable ReplyScanner scanner;

    private final InFlightRequests inFlight = new InFlightRequests();
    /** The index that is open under each id; only requests that name these are sent. */
    final @Nullable WireIndex[] open = new WireIndex[Requests.MAX_INDEX_IDS];

    private final Consumer<Reply> receiver = this::answer;

    /** Writes the requests that wait in the queue; scheduled by {@link SendQueue#schedule}. */
    final Runnable writeTask = this::runScheduledWrite;

    private @Nullable ChannelHandlerContext context;
    private volatile long lastWriteNanos;
    /** A copy of {@code inFlight.size()} for other threads, updated after each read and write. */
    private volatile int inFlightCount;

    private volatile boolean closed;

    /** Whether the socket of the closed connection is open, because an opening is unanswered. */
    private boolean answering;

    /** Whether {@link #writer} is at work: a flush changes the writability, and may fail, before it returns. */
    private boolean writing;

    /** @param ended called once with the reason why an active connection ended */
    ConnectionHandler(
            Connection connection,
            ConnectionLimits limits,
            EventLoop loop,
            SendQueue queue,
            BatchSizes batches,
            Consumer<String> ended,
            LongSupplier nanoTime) {
        this.connection = connection;
        this.limits = limits;
        this.loop = loop;
        this.queue = queue;
        this.ended = ended;
        this.nanoTime = nanoTime;
        this.lastWriteNanos = nanoTime.getAsLong();
        this.writer = new BatchWriter(connection.toString(), queue, inFlight, open, batches);
        this.scanner = new ReplyScanner(limits.maxLineBytes());
    }

    /** Returns the event loop of an active connection. Any thread. */
    EventExecutor executor() {
        return active().executor();
    }

    /** Returns roughly the number of requests in flight. Any thread. */
    int inFlight() {
        return inFlightCount;
    }

    int inFlightNow() {
        return inFlight.size();
    }

    /** Returns when requests were last written. Any thread. */
    long lastWriteNanos() {
        return lastWriteNanos;
    }

    /** Returns whether the connection is shut down. Any thread. */
    boolean isClosed() {
        return closed;
    }

    private ChannelHandlerContext active() {
        ChannelHandlerContext ctx = context;
        if (ctx == null) {
            throw new AssertionError(connection + " is used before it is active");
        }
        return ctx;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        long period = limits.sweepNanos();
        TaskGuard guard = new TaskGuard(connection + " time-outs", nanoTime);
        Runnable sweep = guard.guarded(new Sweep(this::sweep, period, nanoTime));
        var sweeper = ctx.executor().scheduleWithFixedDelay(sweep, period, period, TimeUnit.NANOSECONDS);
        ctx.channel().closeFuture().addListener(f -> sweeper.cancel(false));
        connection.whenActive().complete(connection);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        ReplyScanner current = scanner;
        loop.reading = connection;
        try {
            if (current != null) {
                current.feed(bytes, receiver);
            }
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        loop.reading = null;
        int unanswered = inFlight.size();
        inFlightCount = unanswered;
        writeQueued();
        if (unanswered > 0 && inFlight.size() == unanswered) { // nothing was written
            loop.acknowledge(ctx.channel());
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        writeQueued();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        lost(new ConnectionLostException(connection + ": closed by the server", null), "closed by the server");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        HandlerSocketException failure = cause instanceof HandlerSocketException known
                ? known
                : new ConnectionLostException(connection + ": " + cause, cause);
        lost(failure, String.valueOf(failure.getMessage()));
    }

    private void answer(Reply reply) {
        if (closed && !answering) {
            return;
        }
        if (inFlight.isEmpty()) {
            throw new ProtocolException(connection + ": a reply without a request");
        }
        int batch = inFlight.batchSize();
        Request<?> request = inFlight.nextAnswered();
        request.accept(reply, batch, connection.toString());
        if (answering && !inFlight.hasOpening()) {
            closeSocket("closed", null);
        }
    }

    private void runScheduledWrite() {
        queue.unschedule(); // before it polls: see SendQueue
        writeQueued();
    }

    private void writeQueued() {
        if (writing) {
            return; // the call that is writing schedules the next one
        }
        ChannelHandlerContext ctx = active();
        if (closed) {
            queue.failAll();
            return;
        }
        int room = Math.min(Connection.MAX_BATCH, limits.maxInFlight() - inFlight.size());
        if (room <= 0 || !ctx.channel().isWritable()) {
            return; // the next reply, or room in the socket's buffer, ends in this method again
        }
        boolean more;
        writing = true;
        try {
            long now = nanoTime.getAsLong();
            more = writer.write(ctx, room, now);
            lastWriteNanos = now;
            inFlightCount = inFlight.size();
        } catch (RuntimeException | Error e) {
            // The requests in flight may not be those that were written, so replies cannot be matched by order.
            exceptionCaught(ctx, e);
            return;
        } finally {
            writing = false;
        }
        if (more) {
            queue.schedule(ctx.executor(), writeTask); // after other connections and reads
        }
    }

    private void sweep(long now) {
        queue.expire(now, inFlight.expire(connection.toString(), now));
        if (!closed && inFlight.isStalled(now, limits.stallNanos())) {
            shutdown(new ConnectionLostException(connection + ": no progress", null), "no progress");
        }
    }

    void shutdownIfFree(String reason) {
        if (queue.size() == 0 && inFlight.isEmpty()) {
            shutdown(new ConnectionLostException(connection + ": " + reason, null), reason);
        }
    }

    /**
     * Closes the connection and fails its requests, unless it is closed. The socket stays open until the openings that
     * were sent are answered: only their answers tell when the server no longer needs the hold of their tables.
     */
    void shutdown(HandlerSocketException cause, String reason) {
        if (!closed) {
            end(cause, reason, false);
        }
    }

    /** Ends the connection, because its socket ended or cannot be read any longer. */
    private void lost(HandlerSocketException cause, String reason) {
        if (!closed) {
            end(cause, reason, true);
        } else if (answering) {
            closeSocket(reason, cause);
        }
    }

    private void end(HandlerSocketException cause, String reason, boolean lost) {
        closed = true;
        Arrays.fill(open, null);
        if (!lost && inFlight.failAllButOpenings(connection + ": " + reason, cause)) {
            answering = true;
            loop.keepOpen();
        } else {
            closeSocket(reason, cause);
        }
        inFlightCount = 0;
        queue.failAll();
        loop.reading = null;
        ended.accept(reason);
    }

    private void closeSocket(String reason, @Nullable HandlerSocketException cause) {
        if (answering) {
            answering = false;
            loop.release();
        }
        scanner = null;
        inFlight.failAll(connection + ": " + reason, cause);
        active().close();
    }
}
