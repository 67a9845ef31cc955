// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport.shared;

import io.handlersocket.client.internal.transport.BatchSizes;
import io.handlersocket.client.internal.transport.ConnectionLimits;
import io.handlersocket.client.internal.transport.CountedRequest;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.AbstractScheduledEventExecutor;
import io.netty.util.concurrent.DefaultPromise;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** A connection without a socket. The thread that entered last is its event loop; other threads may submit. */
final class LoopedConnection {

    private static final byte[] REPLY = {'0', '\t', '1', '\n'};
    private static final long STALL_NANOS = 1_000_000_000L;

    /** Shared, because each has descriptors of its own. Only what it is reading is used. */
    private static final EventLoop IO = new EventLoop(CountedRequest.CONNECTION);

    /** Keeps tasks until the thread that plays the event loop runs them. */
    private static final class Loop extends AbstractScheduledEventExecutor {

        private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
        private volatile Thread thread = Thread.currentThread();

        void runTasks() {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
        }

        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public boolean inEventLoop(Thread asked) {
            return asked == thread;
        }

        @Override
        public boolean isShuttingDown() {
            return false;
        }

        @Override
        public Future<?> shutdownGracefully(long quiet, long timeout, TimeUnit unit) {
            return terminationFuture();
        }

        @Override
        public Future<?> terminationFuture() {
            return new DefaultPromise<Void>(GlobalEventExecutor.INSTANCE);
        }

        @Override
        @Deprecated
        public void shutdown() {}

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return false;
        }
    }

    private final Loop loop = new Loop();
    private final Connection connection = new Connection(
            CountedRequest.CONNECTION,
            new ConnectionLimits(1_000, 100, 100, 10_000, 0, STALL_NANOS),
            IO,
            new BatchSizes(Connection.MAX_BATCH),
            (ended, reason) -> {}, System::nanoTime);
    private final EmbeddedChannel channel = new EmbeddedChannel();

    LoopedConnection() {
        channel.pipeline().addLast(loop, connection.handler());
        connection.handler().channelActive(channel.pipeline().context(connection.handler()));
    }

    Connection connection() {
        return connection;
    }

    /** Makes the calling thread the event loop. */
    void enterLoop() {
        loop.thread = Thread.currentThread();
    }

    /** Event loop only. */
    void runTasks() {
        loop.runTasks();
    }

    /** The server answers the request, if it has been written. Event loop only. */
    void replyIfSent() {
        Object sent = channel.readOutbound();
        if (sent != null) {
            ReferenceCountUtil.release(sent);
            channel.writeInbound(Unpooled.wrappedBuffer(REPLY));
        }
    }

    /** The server closes. Event loop only. */
    void disconnect() {
        channel.finishAndReleaseAll();
    }
}
