// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.concurrent;

import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** An I/O or control thread. A method that waits must not run on such a thread, because it could wait for itself. */
public final class DriverThread extends FastThreadLocalThread {

    private final boolean control;

    private DriverThread(ThreadGroup group, Runnable task, String name, boolean control) {
        super(group, task, name);
        this.control = control;
    }

    public static ThreadFactory io(String client) {
        return factory(client + "-io", false);
    }

    public static ThreadFactory control(String client) {
        return factory(client + "-control", true);
    }

    private static ThreadFactory factory(String prefix, boolean control) {
        return new DefaultThreadFactory(prefix, true) {
            @Override
            protected Thread newThread(Runnable task, String name) {
                return new DriverThread(threadGroup, task, name, control);
            }
        };
    }

    public static boolean isIo() {
        return Thread.currentThread() instanceof DriverThread driver && !driver.control;
    }

    public static boolean isControl() {
        return Thread.currentThread() instanceof DriverThread driver && driver.control;
    }

    /**
     * Fails if a driver thread of any client calls a public method that waits; names the one to call instead, if any.
     */
    public static void refuseToWait(String method, @Nullable String asynchronous) {
        if (Thread.currentThread() instanceof DriverThread driver) {
            throw new IllegalStateException(method + " must not wait on the client's thread " + driver.getName() + ": "
                    + (asynchronous == null
                            ? "call it from a thread of the application"
                            : "call the asynchronous " + asynchronous));
        }
    }

    /** For BlockHound: control threads wait for SQL. */
    @Override
    public boolean permitBlockingCalls() {
        return control;
    }
}
