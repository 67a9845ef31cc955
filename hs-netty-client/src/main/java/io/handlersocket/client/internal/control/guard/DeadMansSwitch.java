// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.ClientListener;
import io.handlersocket.client.internal.transport.ConnectionPool;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
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
    private final IntSupplier open;
    private final Consumer<Runnable> scheduler;
    private final Consumer<String> closer;
    private final ClientListener listener;
    private final LongSupplier clock;
    private volatile long lastCleanNanos;

    /** @param guarded whether the guard should be looking now */
    public DeadMansSwitch(BooleanSupplier guarded, ConnectionPool pool, ClientListener listener) {
        this(
                guarded,
                pool::size,
                check -> pool.every("dead man's switch", TimeUnit.MILLISECONDS.toNanos(CHECK_MILLIS), check),
                pool::closeAll,
                listener,
                System::nanoTime);
    }

    /**
     * @param open the number of open connections
     * @param scheduler runs the check again and again
     * @param closer closes all connections for a reason
     * @param clock as {@link System#nanoTime()}
     */
    public DeadMansSwitch(
            BooleanSupplier guarded,
            IntSupplier open,
            Consumer<Runnable> scheduler,
            Consumer<String> closer,
            ClientListener listener,
            LongSupplier clock) {
        this.guarded = guarded;
        this.open = open;
        this.scheduler = scheduler;
        this.closer = closer;
        this.listener = listener;
        this.clock = clock;
        this.lastCleanNanos = clock.getAsLong();
    }

    public void start() {
        scheduler.accept(this::check);
    }

    /** The guard has looked, and no session waits. */
    public void clean() {
        lastCleanNanos = clock.getAsLong();
    }

    /** Returns the time since {@link #clean()}. */
    public Duration silence() {
        return Duration.ofNanos(Math.max(0, clock.getAsLong() - lastCleanNanos));
    }

    private void check() {
        if (guarded.getAsBoolean() && open.getAsInt() > 0 && clock.getAsLong() - lastCleanNanos > SILENCE_NANOS) {
            LOG.warn("no clean answer of the DDL guard for 2 s: closing all connections");
            closer.accept("DDL guard silent");
            listener.drained("no clean answer of the DDL guard for 2 s");
        }
    }
}
