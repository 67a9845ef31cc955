// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.replicas;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * Asks a primary for its position again and again. A state that contains position S contains all that was acknowledged
 * before the question whose answer S was. Safe for all threads.
 */
final class SampledPositions implements AutoCloseable {

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final DataSource primary;
    private final RunClock clock;
    private final ConcurrentSkipListMap<Long, Long> times = new ConcurrentSkipListMap<>();
    private final Thread thread;
    private volatile boolean stopped;

    SampledPositions(DataSource primary, RunClock clock) {
        this.primary = primary;
        this.clock = clock;
        thread = new Thread(this::poll, "positions");
        thread.setDaemon(true);
        thread.start();
    }

    /** The age in ns of a state at a position; {@link Observed#UNKNOWN} if no sample is covered. */
    long ageOf(long position) {
        Map.Entry<Long, Long> covered = times.floorEntry(position);
        return covered == null ? Observed.UNKNOWN : clock.now() - covered.getValue();
    }

    private void poll() {
        while (!stopped) {
            times.clear(); // another connection may be one to another primary
            try (Connection connection = primary.getConnection();
                    Statement statement = connection.createStatement()) {
                while (!stopped) {
                    long asked = clock.now();
                    try (ResultSet row = statement.executeQuery(
                            "SELECT SUBSTRING_INDEX(@@gtid_binlog_pos, '-', -1), @@global.read_only")) {
                        if (row.next() && row.getInt(2) == 0) {
                            times.put(row.getLong(1), asked);
                        }
                    }
                    LockSupport.parkNanos(PERIOD_NANOS);
                }
            } catch (SQLException failedOver) {
                LockSupport.parkNanos(PERIOD_NANOS);
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        thread.join();
    }
}
