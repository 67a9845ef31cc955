// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.samples.socialgame.dashboard;

import java.util.concurrent.ThreadFactory;

/** Threads that do not keep the application from ending. */
final class Daemons {

    private Daemons() {}

    static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
