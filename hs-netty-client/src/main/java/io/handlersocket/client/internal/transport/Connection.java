// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.HandlerSocketException;
import io.handlersocket.client.ProtocolException;
import io.handlersocket.client.internal.concurrent.TaskGuard;
import io.handlersocket.client.internal.protocol.Reply;
import io.handlersocket.client.internal.protocol.ReplyScanner;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.EventExecutor;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One socket: requests of all threads leave in one flush, replies are matched to them by order.
 *
 * <p>Order is all there is to match by. So a request that timed out keeps its place until its reply comes, and anything
 * unexpected closes the socket and fails all it held.
 */
public final class Connection extends ChannelInboundHandlerAdapter implements ServerConnection {

    /** Requests of one write: enough to spare the server rounds, few enough to let it start early. */
    static final int MAX_BATCH = 256;

    /** A third of the shortest idle time a server can be set to. */
    private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long KEEP_ALIVE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private final ConnectionLimits limits;
    private final EventLoop loop;
    private final BatchWriter writer;
    private final BiConsumer<Connection, String> ended;
    private final ReplyScanner scanner;
    private final SendQueue queue;
    private final InFlight inFlight = new InFlight();
    private final OpenIndexes open = new OpenIndexes();
    private final CompletableFuture<Connection> whenActive = new CompletableFuture<>();
    private final Consumer<Reply> receiver = this::answer;
    private final Runnable drainTask = this::drainScheduled;

    private @Nullable ChannelHandlerContext context;
    private volatile @Nullable SocketAddress server;
    private volatile long lastWriteNanos = System.nanoTime();
    private volatile int inFlightSeen;
    private volatile @Nullable HandlerSocketException closed;
    volatile boolean retired; // another has taken its place: it only ends what it has

    /**
     * @param name for log lines and exceptions
     * @param limits its bounds
     * @param loop the loop it runs on
     * @param batches counts its writes
     * @param ended told once, on the event loop, when an active connection ended, and why
     */
    Connection(
            String name,
            ConnectionLimits limits,
            EventLoop loop,
            BatchSizes batches,
            BiConsumer<Connection, String> ended) {
        this.name = name;
        this.limits = limits;
        this.loop = loop;
        this.ended = ended;
        this.queue = new SendQueue(name, limits);
        this.writer = new BatchWriter(name, queue, inFlight, open, batches);
        this.scanner = new ReplyScanner(limits.maxLineBytes());
    }

    /** Where it leads, once it is active. */
    @Nullable
    SocketAddress server() {
        return server;
    }

    /** Completes when requests can be submitted. */
    CompletableFuture<Connection> whenActive() {
        return whenActive;
    }

    @Override
    public int inFlight() {
        return inFlightSeen;
    }

    /** Requests not answered, written or not, as far as the calling thread sees; most of all if closed and not yet withdrawn. */
    int load() {
        return closed != null ? Integer.MAX_VALUE : queue.size() + inFlightSeen;
    }

    @Override
    public boolean isClosed() {
        return closed != null;
    }

    /** Sends a request, or fails it at once. Any thread; never blocks. */
    public void submit(Request<?> request) {
        if (closed != null) {
            queue.fail(request);
            return;
        }
        if (!queue.offer(request)) {
            return;
        }
        ChannelHandlerContext ctx = active();
        if (loop.reading == this && ctx.executor().inEventLoop()) {
            return; // channelReadComplete drains
        }
        queue.schedule(ctx.executor(), drainTask);
    }

    private ChannelHandlerContext active() {
        ChannelHandlerContext ctx = context;
        if (ctx == null) {
            throw new AssertionError(name + " is used before it is active");
        }
        return ctx;
    }

    /** Authenticates. Any thread. */
    CompletableFuture<Boolean> authenticate(String secret, long timeoutNanos) {
        StatusRequest request = StatusRequest.authentication(name, secret, timeoutNanos);
        submit(request);
        return request.result();
    }

    /** Says something if nothing was said for a while, so that the server does not close an idle socket. Any thread. */
    void keepAlive(String secret) {
        if (System.nanoTime() - lastWriteNanos > KEEP_ALIVE_NANOS) {
            authenticate(secret, KEEP_ALIVE_TIMEOUT_NANOS);
        }
    }

    @Override
    public CompletableFuture<Boolean> open(WireIndex index, long timeoutNanos) {
        StatusRequest request = StatusRequest.opening(name, index, timeoutNanos);
        CompletableFuture<Boolean> opened = request.result().thenApply(ok -> {
            open.open(index); // on the event loop, before it reads the next reply
            return ok;
        });
        executeOnLoop(() -> {
            open.close(index.id());
            submit(request);
        });
        return opened;
    }

    @Override
    public CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts) {
        StatusRequest request = StatusRequest.probe(name, index, prefix, keyParts);
        submit(request);
        return request.result();
    }

    @Override
    public void closeIfFree(String reason) {
        executeOnLoop(
                () -> { // where nothing is between the queue and the socket
                    if (queue.size() == 0 && inFlight.isEmpty()) {
                        shutdown(new ConnectionLostException(name + ": " + reason, null), reason);
                    }
                });
    }

    @Override
    public void close(String reason) {
        executeOnLoop(() -> shutdown(new ConnectionLostException(name + ": " + reason, null), reason));
    }

    private void executeOnLoop(Runnable task) {
        EventExecutor executor = active().executor();
        if (executor.inEventLoop()) {
            task.run();
            return;
        }
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            // The loop is shut down, and with it every socket.
        }
    }

    // ---- event loop only, from here on

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        server = ctx.channel().remoteAddress();
        long period = limits.sweepNanos();
        Runnable sweep = new TaskGuard(name + " time-outs").guarded(this::sweep);
        var sweeper = ctx.executor().scheduleAtFixedRate(sweep, period, period, TimeUnit.NANOSECONDS);
        ctx.channel().closeFuture().addListener(f -> sweeper.cancel(false));
        whenActive.complete(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        loop.reading = this;
        try {
            if (closed == null) {
                scanner.feed(bytes, receiver);
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
        Request<?> request = inFlight.answered();
        request.accept(reply, batch, name);
    }

    private void drainScheduled() {
        queue.unschedule(); // before polling: see SendQueue
        drain();
    }

    private void drain() {
        ChannelHandlerContext ctx = active();
        if (closed != null) {
            queue.failAll();
            return;
        }
        int room = Math.min(MAX_BATCH, limits.maxInFlight() - inFlight.size());
        if (room <= 0 || !ctx.channel().isWritable()) {
            return; // replies, or the socket's buffer, call again
        }
        boolean more;
        try {
            long now = System.nanoTime();
            more = writer.write(ctx, room, now);
            lastWriteNanos = now;
            inFlightSeen = inFlight.size();
        } catch (RuntimeException | Error e) {
            // What is in flight is not what was written: nothing can be matched by order any more.
            exceptionCaught(ctx, e);
            return;
        }
        if (more) {
            queue.schedule(ctx.executor(), drainTask); // other connections and reads get their turn first
        }
    }

    private void sweep() {
        long now = System.nanoTime();
        inFlight.expire(name, now);
        queue.expire(now);
        if (inFlight.isStalled(now, limits.stallNanos())) {
            shutdown(new ConnectionLostException(name + ": no progress", null), "no progress");
        }
    }

    private void shutdown(HandlerSocketException cause, String reason) {
        if (closed != null) {
            return;
        }
        closed = cause;
        open.closeAll();
        inFlight.failAll(name + ": " + reason, cause);
        inFlightSeen = 0;
        queue.failAll();
        loop.reading = null;
        active().close();
        ended.accept(this, reason);
    }

    @Override
    public String toString() {
        return name;
    }
}
