// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.ConnectionLostException;
import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.Request;
import io.handlersocket.client.internal.transport.ServerConnection;
import io.handlersocket.client.internal.transport.StatusRequest;
import io.handlersocket.client.internal.transport.WireIndex;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;

/**
 * A connection that all threads share. Requests pass through a {@link SendQueue} to the {@link ConnectionHandler},
 * which does the work on the event loop.
 */
public final class Connection implements ServerConnection {

    /** The most requests of one flush: enough to save system calls, few enough to let the server start early. */
    public static final int MAX_BATCH = 256;

    /** A third of the shortest idle timeout of a server. */
    private static final long KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long KEEP_ALIVE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETIRED_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String name;
    private final EventLoop loop;
    private final LongSupplier nanoTime;
    private final SendQueue queue;
    private final ConnectionHandler handler;
    private final CompletableFuture<Connection> whenActive = new CompletableFuture<>();

    /** Whether another connection has replaced this one, so that it only answers the requests it holds. */
    volatile boolean retired;

    /** @param ended called once, on the event loop, with the reason why an active connection ended */
    Connection(
            String name,
            ConnectionLimits limits,
            EventLoop loop,
            BatchSizes batches,
            BiConsumer<Connection, String> ended,
            LongSupplier nanoTime) {
        this.name = name;
        this.loop = loop;
        this.nanoTime = nanoTime;
        this.queue = new SendQueue(name, limits);
        this.handler = new ConnectionHandler(
                this, limits, loop, queue, batches, reason -> ended.accept(this, reason), nanoTime);
    }

    ConnectionHandler handler() {
        return handler;
    }

    /** Returns a future that completes when requests can be submitted. */
    CompletableFuture<Connection> whenActive() {
        return whenActive;
    }

    @Override
    public int inFlight() {
        return handler.inFlight();
    }

    /** Returns roughly how many requests are queued or in flight; the largest number if the connection is closed. */
    int load() {
        return isClosed() ? Integer.MAX_VALUE : queue.size() + handler.inFlight();
    }

    /** As {@link #load}, exact while replies are read. Event loop only. */
    int loadNow() {
        return isClosed() ? Integer.MAX_VALUE : queue.size() + handler.inFlightNow();
    }

    @Override
    public boolean isClosed() {
        return handler.isClosed();
    }

    /** Sends a request, or fails it at once. Never blocks. Any thread. */
    public void submit(Request<?> request) {
        if (isClosed()) {
            queue.fail(request);
            return;
        }
        if (!queue.offer(request)) {
            return;
        }
        EventExecutor executor = handler.executor();
        if (loop.reading == this && executor.inEventLoop()) {
            return; // the handler writes the queue after this read
        }
        queue.schedule(executor, handler.writeTask);
    }

    CompletableFuture<Boolean> authenticate(String secret, long timeoutNanos) {
        long deadlineNanos = nanoTime.getAsLong() + timeoutNanos;
        StatusRequest request = StatusRequest.authentication(name, secret, deadlineNanos);
        submit(request);
        return request;
    }

    /** Sends a request if none was sent for a while, so that the server does not close an idle socket. Any thread. */
    void keepAlive(String secret) {
        if (nanoTime.getAsLong() - handler.lastWriteNanos() > KEEP_ALIVE_NANOS) {
            authenticate(secret, KEEP_ALIVE_TIMEOUT_NANOS);
        }
    }

    @Override
    public CompletableFuture<Boolean> open(WireIndex index, long waitNanos) {
        StatusRequest request = StatusRequest.opening(name, index, nanoTime.getAsLong());
        CompletableFuture<Boolean> opened = request.thenApply(ok -> {
            handler.open[index.id()] = index; // on the event loop, before it reads the next reply
            return ok;
        });
        Runnable opening = () -> {
            handler.open[index.id()] = null;
            submit(request);
        };
        if (!executeOnLoop(opening)) {
            queue.fail(request);
        }
        return opened;
    }

    @Override
    public CompletableFuture<Boolean> probe(WireIndex index, byte[] prefix, int keyParts) {
        StatusRequest request = StatusRequest.probe(name, index, prefix, keyParts, nanoTime.getAsLong());
        submit(request);
        return request;
    }

    /**
     * Closes a connection that is no longer published once its requests are answered, at most two timeouts from now.
     * Any thread.
     *
     * @param timeoutNanos the request timeout. It starts before a lookup picks a connection, so a lookup that is
     *     submitted later than this fails anyway
     */
    public void retire(String reason, long timeoutNanos) {
        retired = true;
        closeIfUnused(reason, timeoutNanos, nanoTime.getAsLong() + 2 * timeoutNanos);
    }

    private void closeIfUnused(String reason, long delayNanos, long deadlineNanos) {
        Runnable check = () -> {
            if (isClosed()) {
                return;
            }
            if (load() == 0 || nanoTime.getAsLong() - deadlineNanos >= 0) {
                close(reason);
            } else {
                closeIfUnused(reason, RETIRED_CHECK_NANOS, deadlineNanos);
            }
        };
        try {
            handler.executor().schedule(check, delayNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // The loop is shut down, and with it every socket.
        }
    }

    @Override
    public void closeIfFree(String reason) {
        executeOnLoop(() -> handler.shutdownIfFree(reason)); // there, no request is between the queue and the socket
    }

    @Override
    public void close(String reason) {
        executeOnLoop(() -> handler.shutdown(new ConnectionLostException(name + ": " + reason, null), reason));
    }

    /** Runs a task on the event loop; returns false if the loop is shut down, and with it every socket. */
    private boolean executeOnLoop(Runnable task) {
        EventExecutor executor = handler.executor();
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
