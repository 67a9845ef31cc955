// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** How long statements took that need locks. Safe for all threads. */
final class LockTimes {

    /** No statement waits longer for a lock. */
    static final Duration LIMIT = Duration.ofSeconds(3);

    private final AtomicLong longest = new AtomicLong();

    void run(Connection connection, String sql) throws SQLException {
        long start = System.nanoTime();
        try (Statement statement = connection.createStatement()) {
            boolean rows = statement.execute(sql);
            if (rows) {
                refuseErrors(statement.getResultSet(), sql);
            }
        } finally {
            longest.accumulateAndGet(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start), Math::max);
        }
    }

    /** As {@link #run}, for a program that has got its locks now and cannot be told how long to wait. */
    void waited(long millis) {
        longest.accumulateAndGet(millis, Math::max);
        Stage.prove(millis <= LIMIT.toMillis(), "a lock took " + millis + " ms");
    }

    /** OPTIMIZE reports a lock that it did not get as a row. */
    private static void refuseErrors(ResultSet rows, String sql) throws SQLException {
        boolean report = rows.getMetaData().getColumnCount() == 4
                && rows.getMetaData().getColumnLabel(3).equalsIgnoreCase("Msg_type");
        while (report && rows.next()) {
            if (rows.getString(3).equalsIgnoreCase("error")) {
                throw new SQLException(sql + ": " + rows.getString(4));
            }
        }
    }

    /** Milliseconds since the last call. */
    long take() {
        return longest.getAndSet(0);
    }
}
