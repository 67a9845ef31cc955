// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.replicas;

import io.handlersocket.jmh.measure.UserTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Changes random rows of the primary at a steady pace, so that replicas have something to replicate. */
final class PacedWriter implements AutoCloseable {

    private static final String UPDATE = "UPDATE user SET created = created + INTERVAL 1 SECOND WHERE user_id = ?";

    private final DataSource primary;
    private final long pauseNanos;
    private final Thread thread = new Thread(this::run, "writer");
    private final AtomicLong commits = new AtomicLong();
    private final long startNanos = System.nanoTime();
    private volatile boolean stopped;
    private volatile @Nullable SQLException failure;

    /** @param perSecond commits; 0 for none */
    PacedWriter(DataSource primary, int perSecond) {
        this.primary = primary;
        this.pauseNanos = perSecond == 0 ? 0 : TimeUnit.SECONDS.toNanos(1) / perSecond;
        thread.setDaemon(true);
        if (perSecond > 0) {
            thread.start();
        }
    }

    private void run() {
        try (Connection connection = primary.getConnection();
                PreparedStatement update = connection.prepareStatement(UPDATE)) {
            long next = System.nanoTime();
            while (!stopped) {
                update.setInt(1, UserTable.randomId());
                update.executeUpdate();
                commits.incrementAndGet();
                next += pauseNanos;
                LockSupport.parkNanos(next - System.nanoTime());
            }
        } catch (SQLException e) {
            failure = e;
        }
    }

    /** Returns how many commits it really made in a second. */
    double perSecond() throws SQLException {
        SQLException failed = failure;
        if (failed != null) {
            throw failed;
        }
        return commits.get() * 1e9 / (System.nanoTime() - startNanos);
    }

    @Override
    public void close() throws InterruptedException {
        stopped = true;
        thread.join();
    }
}
