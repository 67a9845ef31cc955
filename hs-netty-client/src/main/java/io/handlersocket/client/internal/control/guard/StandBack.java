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

/** How long everything stays closed once a session was found waiting for a lock. Control thread only. */
public final class StandBack {

    /** Long enough for a worker of the server to see that it has no connection left, and to release its tables. */
    private static final long PAUSE_MILLIS = 100;

    private static final long ASK_MILLIS = 200;

    /**
     * How long to stay away at most while a session still waits for the lock. A worker releases a table only when it has no
     * connection of any client. In this time the guards of all other clients look once, so that for a moment all are away.
     */
    private static final long STAY_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private final LongSupplier clock;
    private List<TableName> tables = List.of();
    private long endNanos;
    private long pauseEndNanos;

    public StandBack() {
        this(System::nanoTime);
    }

    /** @param clock as {@link System#nanoTime()} */
    public StandBack(LongSupplier clock) {
        this.clock = clock;
        this.endNanos = clock.getAsLong();
        this.pauseEndNanos = endNanos;
    }

    /** Everything was closed for these tables; returns the milliseconds to stay away at least. */
    public long begin(List<TableName> waitedFor) {
        long now = clock.getAsLong();
        tables = waitedFor;
        endNanos = now + STAY_NANOS;
        long pause = PAUSE_MILLIS + ThreadLocalRandom.current().nextLong(PAUSE_MILLIS);
        pauseEndNanos = now + TimeUnit.MILLISECONDS.toNanos(pause);
        return pause;
    }

    /** Returns the milliseconds to stay away before this is asked again; 0 to come back. */
    public long remainingMillis(SqlSession sql) throws SQLException {
        long now = clock.getAsLong();
        if (now - pauseEndNanos < 0) { // each connection that ends wakes the control thread
            return 1 + TimeUnit.NANOSECONDS.toMillis(pauseEndNanos - now);
        }
        if (now - endNanos < 0 && DdlGuard.isWaitedFor(sql, tables)) {
            return ASK_MILLIS;
        }
        tables = List.of();
        return 0;
    }
}
