// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control.guard;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Decides how long all connections stay closed so that waiting sessions get their locks. Control thread only. */
public final class YieldTimer {

    /** Long enough for a worker of the server to find that it has no connection left, and to release its tables. */
    private static final long PAUSE_MILLIS = 100;

    /** The first time between two questions; each next one is twice as long, because the driver logs each at WARN. */
    private static final long ASK_MILLIS = 200;

    /**
     * The longest time without connections while a session still waits. A worker releases a table only when it has no
     * connection of any client. The guard of every other client checks within this time and closes its connections too,
     * so for a moment no client is connected.
     */
    private static final long MAX_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private final Quarantine quarantine;
    private final LongSupplier nanoTime;
    private List<TableName> tables = List.of();
    private long endNanos;
    private long pauseEndNanos;
    private long askMillis;

    public YieldTimer(Quarantine quarantine, LongSupplier nanoTime) {
        this.quarantine = quarantine;
        this.nanoTime = nanoTime;
        this.endNanos = nanoTime.getAsLong();
        this.pauseEndNanos = endNanos;
    }

    /**
     * Starts the time after everything was closed; returns the milliseconds until {@link #remainingMillis} is to be
     * called.
     */
    public long begin(List<TableName> blocked) {
        long now = nanoTime.getAsLong();
        tables = blocked;
        endNanos = now + MAX_NANOS;
        askMillis = ASK_MILLIS;
        long pause = PAUSE_MILLIS + ThreadLocalRandom.current().nextLong(PAUSE_MILLIS);
        pauseEndNanos = now + TimeUnit.MILLISECONDS.toNanos(pause);
        return pause;
    }

    /** Returns the milliseconds until the next call; 0 if the client may connect. */
    public long remainingMillis(SqlSession sql) throws SQLException {
        long now = nanoTime.getAsLong();
        if (now - pauseEndNanos < 0) { // the end of each connection wakes the control thread
            return 1 + TimeUnit.NANOSECONDS.toMillis(pauseEndNanos - now);
        }
        if (now - endNanos < 0) {
            if (DdlGuard.hasWaitingSession(sql, tables)) {
                long millis = Math.min(askMillis, 1 + TimeUnit.NANOSECONDS.toMillis(endNanos - now));
                askMillis *= 2;
                return millis;
            }
            tables.forEach(table -> quarantine.setCalm(table, true));
        }
        tables = List.of();
        return 0;
    }
}
