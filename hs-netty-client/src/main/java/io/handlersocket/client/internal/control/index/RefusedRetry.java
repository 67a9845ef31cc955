// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.index;

import io.handlersocket.client.internal.control.Backoff;
import java.util.concurrent.TimeUnit;

/**
 * When to try again what was refused: a privilege may be granted, a table made anew. After 5 s at most, doubling to a minute.
 * Control thread only.
 */
final class RefusedRetry {

    private final Backoff backoff = new Backoff(5_000, 60_000);
    private boolean waiting;
    private long nextNanos;

    /** Whether it is time. */
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
