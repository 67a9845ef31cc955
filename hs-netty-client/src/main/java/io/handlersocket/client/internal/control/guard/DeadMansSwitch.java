// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.ClientListener;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes all connections if the guard has not completed a clean check for two seconds, for whatever reason. It runs
 * on the I/O thread, because the control thread itself may hang.
 */
public final class DeadMansSwitch {

    private static final Logger LOG = LoggerFactory.getLogger(DeadMansSwitch.class);

    private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(2);
    static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final String name;
    private final BooleanSupplier guarded;
    private final IntSupplier open;
    private final Consumer<Runnable> scheduler;
    private final Consumer<String> closer;
    private final ClientListener listener;
    private final LongSupplier nanoTime;
    private volatile long lastCleanNanos;

    public DeadMansSwitch(
            String name,
            BooleanSupplier guarded,
            IntSupplier open,
            Consumer<Runnable> scheduler,
            Consumer<String> closer,
            ClientListener listener,
            LongSupplier nanoTime) {
        this.name = name;
        this.guarded = guarded;
        this.open = open;
        this.scheduler = scheduler;
        this.closer = closer;
        this.listener = listener;
        this.nanoTime = nanoTime;
        this.lastCleanNanos = nanoTime.getAsLong();
    }

    public void start() {
        scheduler.accept(this::check);
    }

    /** Records a clean check: no session waits, or no table is open. */
    public void markClean() {
        lastCleanNanos = nanoTime.getAsLong();
    }

    public Duration silence() {
        return Duration.ofNanos(Math.max(0, nanoTime.getAsLong() - lastCleanNanos));
    }

    private void check() {
        if (guarded.getAsBoolean() && open.getAsInt() > 0 && nanoTime.getAsLong() - lastCleanNanos > SILENCE_NANOS) {
            LOG.warn(
                    "{}: no clean answer of the DDL guard for 2 s: all connections are closed, and lookups fail until"
                            + " SQL answers it. Check the SQL server, the network, and pauses of this JVM",
                    name);
            closer.accept("DDL guard silent");
            listener.drained("no clean answer of the DDL guard for 2 s");
        }
    }
}
