// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.internal.control.Backoff;
import java.util.concurrent.TimeUnit;

/**
 * Decides when to open refused indexes again: a privilege may have been granted, a table created again. After 5 s at
 * most, doubling to a minute. Control thread only.
 */
final class RefusedRetry {

    private final Backoff backoff = new Backoff(5_000, 60_000);
    private boolean waiting;
    private long nextNanos;

    /** Whether to try now; starts the wait if an index is refused for the first time. */
    boolean isDue(boolean anyRefused, long nowNanos) {
        if (!anyRefused) {
            waiting = false;
            backoff.reset();
            return false;
        }
        boolean due = waiting && nowNanos - nextNanos >= 0;
        if (due || !waiting) {
            waiting = true;
            nextNanos = nowNanos + TimeUnit.MILLISECONDS.toNanos(backoff.nextMillis());
        }
        return due;
    }
}
