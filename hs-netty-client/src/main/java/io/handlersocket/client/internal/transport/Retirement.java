// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.transport;

import io.netty.util.concurrent.EventExecutorGroup;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** The end of a connection whose place another has taken: once what it holds is answered, or its time is over. */
final class Retirement implements Runnable {

    private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final EventExecutorGroup loop;
    private final Connection connection;
    private final String reason;
    private final long timeoutNanos;
    private long deadlineNanos;

    Retirement(EventExecutorGroup loop, Connection connection, String reason, long timeoutNanos) {
        this.loop = loop;
        this.connection = connection;
        this.reason = reason;
        this.timeoutNanos = timeoutNanos;
    }

    /** Any thread, after the connection was withdrawn. A thread that picked it before may still submit for a while. */
    void begin() {
        connection.retired = true;
        deadlineNanos = System.nanoTime() + 2 * timeoutNanos;
        schedule(timeoutNanos);
    }

    private void schedule(long delayNanos) {
        try {
            loop.schedule(this, delayNanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // The loop is shut down, and with it every socket.
        }
    }

    @Override
    public void run() {
        if (connection.isClosed()) {
            return;
        }
        if (connection.load() == 0 || System.nanoTime() - deadlineNanos >= 0) {
            connection.close(reason);
        } else {
            schedule(LOOK_AGAIN_NANOS);
        }
    }
}
