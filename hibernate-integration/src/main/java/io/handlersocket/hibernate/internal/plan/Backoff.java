// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.hibernate.internal.plan;

import io.handlersocket.hibernate.JdbcReason;
import io.handlersocket.hibernate.spi.LeftToJdbcException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Leaves a statement to SQL for a while if SQL had to answer it repeatedly after it was sent, for example because rows
 * are deleted softly or have too many children. Otherwise each load would cost both routes. Does the same for a
 * statement whose answers take long. Safe for all threads.
 */
final class Backoff {

    /** Consecutive failures. */
    private static final int MAX_FAILURES = 8;

    /** About as long as two hundred lookups. */
    private static final long SLOW_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final AtomicInteger failures = new AtomicInteger();
    private volatile long lastNanos;
    private volatile JdbcReason reason = new JdbcReason(JdbcReason.Kind.ROWS, "");

    /** @throws LeftToJdbcException while it is left to SQL, with the last reason */
    void check() {
        if (failures.get() >= MAX_FAILURES && System.nanoTime() - lastNanos < PAUSE_NANOS) {
            throw new LeftToJdbcException(reason);
        }
    }

    void succeeded() {
        if (failures.get() != 0) {
            failures.set(0);
        }
    }

    void failed(JdbcReason why) {
        spend(why, 1);
    }

    /** It was answered, but kept one of the server's threads busy meanwhile. */
    void took(long nanos, String why) {
        if (nanos < SLOW_NANOS) {
            succeeded();
        } else {
            spend(new JdbcReason(JdbcReason.Kind.ROWS, why), nanos / SLOW_NANOS);
        }
    }

    private void spend(JdbcReason why, long count) {
        reason = why;
        lastNanos = System.nanoTime();
        failures.updateAndGet(before -> (int) Math.min(MAX_FAILURES, before + count));
    }
}
