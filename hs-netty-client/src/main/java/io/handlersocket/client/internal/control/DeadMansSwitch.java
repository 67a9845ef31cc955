// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes all connections when the guard has seen nothing clean for two seconds, for whatever reason: a guard that cannot see
 * must not let tables stay open. It runs on the event loop, because the control thread may be what hangs.
 */
public final class DeadMansSwitch {

    private static final Logger LOG = LoggerFactory.getLogger(DeadMansSwitch.class);

    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final long CHECK_MILLIS = 250;

    private final BooleanSupplier guarded;
    private final ConnectionPool pool;
    private final ClientListener listener;
    private volatile long lastCleanNanos = System.nanoTime();

    /** @param guarded whether the guard should be looking now */
    public DeadMansSwitch(BooleanSupplier guarded, ConnectionPool pool, ClientListener listener) {
        this.guarded = guarded;
        this.pool = pool;
        this.listener = listener;
    }

    public void start() {
        pool.every("dead man's switch", TimeUnit.MILLISECONDS.toNanos(CHECK_MILLIS), this::check);
    }

    /** The guard has looked, and nobody waits. */
    public void clean() {
        lastCleanNanos = System.nanoTime();
    }

    /** Since then. */
    Duration silence() {
        return Duration.ofNanos(Math.max(0, System.nanoTime() - lastCleanNanos));
    }

    private void check() {
        if (guarded.getAsBoolean() && pool.size() > 0 && System.nanoTime() - lastCleanNanos > SILENCE_NANOS) {
            LOG.warn("no clean answer of the DDL guard for 2 s: closing all connections");
            pool.closeAll("DDL guard silent");
            listener.drained("no clean answer of the DDL guard for 2 s");
        }
    }
}
