// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.handlersocket.client.ConnectionLostException;
import io.netty.util.concurrent.EventExecutor;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A socket that all threads share: what any thread may ask of it. Its {@link ConnectionHandler} does the work, on the
 * event loop; requests go there through a {@link SendQueue}.
 */
public final class Connection implements ServerConnection {

    /** Requests of one write: enough to spare the server rounds, few enough to let it start early. */
    static final int MAX_BATCH = 256;

    /** A third of the shortest idle time a server can be set to. */
    private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long KEEP_ALIVE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String name;
    private final EventLoop loop;
    private final SendQueue queue;
    private final ConnectionHandler handler;
    private final CompletableFuture<Connection> whenActive = new CompletableFuture<>();

    /** Whether another connection has taken its place, so that it only ends what it has. */
    volatile boolean retired;

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
        this.loop = loop;
        this.queue = new SendQueue(name, limits);
        this.handler = new ConnectionHandler(this, limits, loop, queue, batches, reason -> ended.accept(this, reason));
    }

    /** What serves its socket. */
    ConnectionHandler handler() {
        return handler;
    }

    /** Where it leads; null until it is active. */
    @Nullable
    SocketAddress server() {
        return handler.server();
    }

    /** Completes when requests can be submitted. */
    CompletableFuture<Connection> whenActive() {
        return whenActive;
    }

    @Override
    public int inFlight() {
        return handler.inFlight();
    }

    /**
     * Requests not answered, written or not, as far as the calling thread sees; most of all if closed and not yet
     * withdrawn.
     */
    int load() {
        return isClosed() ? Integer.MAX_VALUE : queue.size() + handler.inFlight();
    }

    @Override
    public boolean isClosed() {
        return handler.isClosed();
    }

    /** Sends a request, or fails it at once. Any thread; never blocks. */
    public void submit(Request<?> request) {
        if (isClosed()) {
            queue.fail(request);
            return;
        }
        if (!queue.offer(request)) {
            return;
        }
        EventExecutor executor = executor();
        if (loop.reading == this && executor.inEventLoop()) {
            return; // the handler drains when it has read
        }
        queue.schedule(executor, handler.drainTask);
    }

    private EventExecutor executor() {
        EventExecutor executor = handler.executor();
        if (executor == null) {
            throw new AssertionError(name + " is used before it is active");
        }
        return executor;
    }

    /** Authenticates. Any thread. */
    CompletableFuture<Boolean> authenticate(String secret, long timeoutNanos) {
        StatusRequest request = StatusRequest.authentication(name, secret, timeoutNanos);
        submit(request);
        return request.result();
    }

    /** Says something if nothing was said for a while, so that the server does not close an idle socket. Any thread. */
    void keepAlive(String secret) {
        if (System.nanoTime() - handler.lastWriteNanos() > KEEP_ALIVE_NANOS) {
            authenticate(secret, KEEP_ALIVE_TIMEOUT_NANOS);
        }
    }

    @Override
    public CompletableFuture<Boolean> open(WireIndex index, long timeoutNanos) {
        StatusRequest request = StatusRequest.opening(name, index, timeoutNanos);
        CompletableFuture<Boolean> opened = request.result().thenApply(ok -> {
            handler.open().open(index); // on the event loop, before it reads the next reply
            return ok;
        });
        Runnable opening = () -> {
            handler.open().close(index.id());
            submit(request);
        };
        if (!executeOnLoop(opening)) {
            queue.fail(request);
        }
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
        executeOnLoop(() -> handler.shutdownIfFree(reason)); // where nothing is between the queue and the socket
    }

    @Override
    public void close(String reason) {
        executeOnLoop(() -> handler.shutdown(new ConnectionLostException(name + ": " + reason, null), reason));
    }

    /** Whether the task has run or will; not if the loop is shut down, and with it every socket. */
    private boolean executeOnLoop(Runnable task) {
        EventExecutor executor = executor();
        if (executor.inEventLoop()) {
            task.run();
            return true;
        }
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
