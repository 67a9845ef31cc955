// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.RequestTimeoutException;
import io.handlersocket.client.UnavailableException;
import io.handlersocket.client.internal.protocol.LineBuilder;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import io.handlersocket.client.internal.protocol.Requests;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One socket: requests of all threads leave in one flush, replies are matched to them by order.
 *
 * <p>Order is all there is to match by. So a request that timed out keeps its place until its reply comes, and anything
 * unexpected closes the socket and fails all it held.
 *
 * <p>No wake-up is lost: a thread offers, then reads {@code scheduled}; the drain clears {@code scheduled}, then polls. Both
 * are volatile, so either the thread sees 0 and schedules a drain, or the drain that cleared it polls after the offer.
 */
public final class Connection extends ChannelInboundHandlerAdapter {

    /** Requests of one write: enough to spare the server rounds, few enough to let it start early. */
    private static final int MAX_BATCH = 256;

    private static final int SWEEPS_PER_STALL = 20;

    /** A third of the shortest idle time a server can be set to. */
    private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long PROBE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private final ConnectionLimits limits;
    private final EventLoop loop;
    private final BiConsumer<Connection, String> ended;
    private final ReplyScanner scanner;
    private final RequestQueue queue = new RequestQueue();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger scheduled = new AtomicInteger();
    private final InFlight inFlight = new InFlight();
    private final @Nullable WireIndex[] open = new WireIndex[Requests.MAX_INDEX_IDS];
    private final CompletableFuture<Connection> active = new CompletableFuture<>();
    private final ReplyScanner.Lines lines = this::answer;
    private final Runnable drainTask = this::drainScheduled;

    private @Nullable ChannelHandlerContext context;
    private volatile long lastWriteNanos = System.nanoTime();
    private volatile int inFlightSeen;
    private volatile @Nullable HandlerSocketException closed;

    /**
     * @param name for log lines and exceptions
     * @param limits its bounds
     * @param loop the loop it runs on
     * @param ended told once, on the event loop, when an active connection ended, and why
     */
    Connection(String name, ConnectionLimits limits, EventLoop loop, BiConsumer<Connection, String> ended) {
        this.name = name;
        this.limits = limits;
        this.loop = loop;
        this.ended = ended;
        this.scanner = new ReplyScanner(limits.maxLineBytes());
    }

    /** Completes when requests can be submitted. */
    CompletableFuture<Connection> active() {
        return active;
    }

    /** Requests written and not answered, as last seen by the event loop. Any thread. */
    public int inFlight() {
        return inFlightSeen;
    }

    /** Whether the socket is given up. Any thread. */
    public boolean isClosed() {
        return closed != null;
    }

    /** Sends a request, or fails it at once. Any thread; never blocks. */
    public void submit(Request<?> request) {
        HandlerSocketException reason = closed;
        if (reason != null) {
            request.failed(notConnected());
            return;
        }
        if (waiting.incrementAndGet() > limits.maxWaiting()) {
            waiting.decrementAndGet();
            request.failed(new UnavailableException(
                    UnavailableException.Reason.WINDOW_FULL,
                    name + ": more than " + limits.maxWaiting() + " requests wait (maxWaiting)"));
            return;
        }
        queue.offer(request);
        ChannelHandlerContext ctx = context;
        if (ctx == null) {
            throw new AssertionError("submitted before active");
        }
        if (loop.reading == this && ctx.executor().inEventLoop()) {
            return; // channelReadComplete drains
        }
        schedule(ctx);
    }

    private void schedule(ChannelHandlerContext ctx) {
        if (scheduled.get() == 0 && scheduled.compareAndSet(0, 1)) {
            try {
                ctx.executor().execute(drainTask);
            } catch (RejectedExecutionException e) {
                // The loop is shut down: nothing else will ever touch the queue, except others that got here too.
                synchronized (queue) {
                    failWaiting();
                }
            }
        }
    }

    /** Authenticates. Any thread. */
    CompletableFuture<Boolean> authenticate(String secret, long timeoutNanos) {
        StatusRequest request = new StatusRequest(name + " authentication", Requests.auth(secret), timeoutNanos);
        submit(request);
        return request;
    }

    /** Says something if nothing was said for a while, so that the server does not close an idle socket. Any thread. */
    void keepAlive(String secret) {
        if (System.nanoTime() - lastWriteNanos > KEEP_ALIVE_NANOS) {
            authenticate(secret, PROBE_TIMEOUT_NANOS);
        }
    }

    /**
     * Opens an index under its id; lookups of whatever had the id before are refused from here on. Any thread.
     *
     * @return true; fails with {@link io.handlersocket.client.ServerErrorException} if the server refuses
     */
    public CompletableFuture<Boolean> open(WireIndex index, long timeoutNanos) {
        StatusRequest request = new StatusRequest(name + " open " + index, index.openLine(), timeoutNanos);
        CompletableFuture<Boolean> opened = new CompletableFuture<>();
        executeOnLoop(() -> {
            open[index.id()] = null;
            request.whenComplete((ok, failure) -> {
                if (failure == null) {
                    open[index.id()] = index;
                    opened.complete(ok);
                } else {
                    opened.completeExceptionally(failure);
                }
            });
            submit(request);
        });
        return opened;
    }

    /** Looks up a key of empty values, only to see that the server works; what it finds is of no interest. Any thread. */
    public CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts) {
        LineBuilder line = new LineBuilder(prefix, keyParts);
        for (int i = 0; i < keyParts; i++) {
            line.value(new byte[0]);
        }
        StatusRequest request = new StatusRequest(name + " probe of " + index, line.line(), PROBE_TIMEOUT_NANOS);
        submit(request);
        return request;
    }

    /** Closes the socket and fails all it holds. Any thread. */
    public void close(String reason) {
        executeOnLoop(() -> shutdown(new ConnectionLostException(name + ": " + reason, null), reason));
    }

    private void executeOnLoop(Runnable task) {
        ChannelHandlerContext ctx = context;
        if (ctx == null) {
            throw new AssertionError("not active");
        }
        if (ctx.executor().inEventLoop()) {
            task.run();
        } else {
            ctx.executor().execute(task);
        }
    }

    // ---- event loop only, from here on

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        long period = Math.max(TimeUnit.MILLISECONDS.toNanos(2), limits.stallNanos() / SWEEPS_PER_STALL);
        var sweeper = ctx.executor().scheduleAtFixedRate(this::sweep, period, period, TimeUnit.NANOSECONDS);
        ctx.channel().closeFuture().addListener(f -> sweeper.cancel(false));
        active.complete(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        loop.reading = this;
        try {
            if (closed == null) {
                scanner.feed(bytes, lines);
            }
        } finally {
            bytes.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        loop.reading = null;
        inFlightSeen = inFlight.size();
        drain();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        drain();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        shutdown(new ConnectionLostException(name + ": closed by the server", null), "closed by the server");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        HandlerSocketException failure = cause instanceof HandlerSocketException known
                ? known
                : new ConnectionLostException(name + ": " + cause, cause);
        shutdown(failure, String.valueOf(failure.getMessage()));
    }

    private void answer(Reply reply) {
        if (closed != null) {
            return;
        }
        if (inFlight.isEmpty()) {
            throw new ProtocolException(name + ": a reply that nobody asked for");
        }
        int batch = inFlight.batch();
        Request<?> request = inFlight.remove();
        try {
            request.answered(reply, batch);
        } catch (HandlerSocketException e) {
            request.failed(e);
            throw e;
        } catch (RuntimeException e) {
            ProtocolException surprise = new ProtocolException(
                    name + ": a reply that cannot be read (" + e.getClass().getSimpleName() + ')');
            surprise.initCause(e);
            request.failed(surprise);
            throw surprise;
        }
    }

    private void drainScheduled() {
        scheduled.set(0); // before polling: see the class comment
        drain();
    }

    private void drain() {
        ChannelHandlerContext ctx = context;
        if (ctx == null) {
            return;
        }
        if (closed != null) {
            failWaiting();
            return;
        }
        int room = Math.min(MAX_BATCH, limits.maxInFlight() - inFlight.size());
        if (room <= 0 || !ctx.channel().isWritable()) {
            return; // replies or the socket's buffer call again
        }
        ByteBuf out = null;
        int taken = 0;
        int written = 0;
        while (written < room) {
            Request<?> request = queue.poll();
            if (request == null) {
                break;
            }
            taken++;
            if (!mayBeSent(request)) {
                continue;
            }
            if (out == null) {
                out = ctx.alloc().directBuffer(Math.max(512, request.line.length * 2));
            }
            out.writeBytes(request.line);
            inFlight.add(request, 1);
            written++;
        }
        waiting.addAndGet(-taken);
        if (out != null) {
            inFlight.mark(written);
            inFlightSeen = inFlight.size();
            lastWriteNanos = System.nanoTime();
            ctx.writeAndFlush(out, ctx.voidPromise());
        }
        if (written == room) {
            schedule(ctx); // other connections and reads get their turn first
        }
    }

    private boolean mayBeSent(Request<?> request) {
        if (request.isDone()) {
            return false;
        }
        WireIndex index = request.index;
        if (index != null && open[index.id()] != index) {
            request.failed(new UnavailableException(
                    UnavailableException.Reason.NOT_OPEN, name + ": " + index + " is not open on this connection"));
            return false;
        }
        if (request.expired(System.nanoTime())) {
            request.failed(new RequestTimeoutException(name + ": not sent within the request timeout", false));
            return false;
        }
        return true;
    }

    private void sweep() {
        long now = System.nanoTime();
        for (int i = 0; i < inFlight.size(); i++) {
            Request<?> request = inFlight.get(i);
            if (!request.expired(now)) {
                break;
            }
            if (!request.isDone()) {
                // It keeps its place: the reply, when it comes, must not go to the next request.
                request.failed(new RequestTimeoutException(name + ": no answer within the request timeout", true));
            }
        }
        if (!inFlight.isEmpty() && now - inFlight.get(0).deadlineNanos > limits.stallNanos()) {
            shutdown(new ConnectionLostException(name + ": no progress", null), "no progress");
            return;
        }
        Request<?> first = queue.peek();
        while (first != null && (first.isDone() || first.expired(now))) {
            Request<?> expired = queue.poll();
            if (expired == null) {
                break;
            }
            waiting.decrementAndGet();
            expired.failed(new RequestTimeoutException(
                    name + ": waited the whole request timeout for a place among " + limits.maxInFlight()
                            + " requests in flight (maxInFlight)",
                    false));
            first = queue.peek();
        }
    }

    private void shutdown(HandlerSocketException cause, String reason) {
        if (closed != null) {
            return;
        }
        closed = cause;
        Arrays.fill(open, null);
        while (!inFlight.isEmpty()) {
            inFlight.remove().failed(new ConnectionLostException(name + ": " + reason, cause));
        }
        inFlightSeen = 0;
        failWaiting();
        ChannelHandlerContext ctx = context;
        if (ctx != null) {
            ctx.close();
        }
        loop.reading = null;
        ended.accept(this, reason);
    }

    private void failWaiting() {
        Request<?> request;
        while ((request = queue.poll()) != null) {
            waiting.decrementAndGet();
            request.failed(notConnected());
        }
    }

    private UnavailableException notConnected() {
        return new UnavailableException(UnavailableException.Reason.NOT_CONNECTED, name + ": connection closed");
    }

    @Override
    public String toString() {
        return name;
    }
}
