// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.util;

import java.util.concurrent.Executor;

/**
 * A thread for each task, which ends with it. The common pool may have only one thread, for which the tasks of an
 * application can keep others waiting without limit.
 */
public final class OwnThread {

    public static final Executor EXECUTOR = task -> {
        Thread thread = new Thread(task, "hs-background");
        thread.setDaemon(true);
        thread.start();
    };

    private OwnThread() {}
}
