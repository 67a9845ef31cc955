// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.spi;

import java.util.concurrent.Executor;

/**
 * Runs each task in a daemon thread of its own, which ends with it. The common pool has only one thread on a machine of
 * two processors, and a task of the application can keep all others waiting there. Safe for use by several threads.
 */
public final class OwnThread {

    private OwnThread() {}

    /** Returns an executor whose threads have this name, and keep no class loader of an application. */
    public static Executor named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
            thread.start();
        };
    }
}
