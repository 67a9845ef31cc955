// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client.internal.control;

import io.handlersocket.client.catalog.TableName;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** How long to stay away after everything was closed to let somebody pass. Control thread only. */
public final class Absence {

    /** Long enough for a server's worker to see that it has no connection left, and to let its tables go. */
    private static final long PAUSE_MILLIS = 100;

    private static final long LOOK_MILLIS = 200;

    /**
     * How long to stay away at most while the lock is still waited for. A worker lets a table go only when it has no
     * connection of any client: this is long enough for the guards of all the others to look once, so that for a moment all
     * of them are away.
     */
    private static final long STAY_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

    private List<TableName> passing = List.of();
    private long passedByNanos = System.nanoTime();
    private long pauseEndNanos = System.nanoTime();

    /** Everything was closed for these tables; says how many milliseconds to stay away at least. */
    public long begin(List<TableName> tables) {
        long now = System.nanoTime();
        passing = tables;
        passedByNanos = now + STAY_NANOS;
        long pause = PAUSE_MILLIS + ThreadLocalRandom.current().nextLong(PAUSE_MILLIS);
        pauseEndNanos = now + TimeUnit.MILLISECONDS.toNanos(pause);
        return pause;
    }

    /** How many milliseconds to stay away before looking again; 0 to come back. */
    public long remainingMillis(SqlSession sql) throws SQLException {
        long now = System.nanoTime();
        if (now - pauseEndNanos < 0) { // each connection that ends wakes the loop
            return 1 + TimeUnit.NANOSECONDS.toMillis(pauseEndNanos - now);
        }
        if (now - passedByNanos < 0 && DdlGuard.isWaitedFor(sql, passing)) {
            return LOOK_MILLIS;
        }
        passing = List.of();
        return 0;
    }
}
