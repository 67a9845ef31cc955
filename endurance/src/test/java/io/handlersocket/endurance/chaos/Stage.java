// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * All that a fault can reach.
 *
 * @param fastPort between the applications and HandlerSocket
 * @param sqlPort between the applications and SQL
 * @param folder of this run, for files
 * @param history receives what this JVM writes
 */
record Stage(
        HandlerSocketMariaDB server,
        TcpProxy fastPort,
        TcpProxy sqlPort,
        List<Child> children,
        Board board,
        Path folder,
        TableHistory history,
        LockTimes locks) {

    /** The load goes on meanwhile. */
    static void hold(double seconds) {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** A session of root, not through the proxy, which gets each lock within three seconds or fails. */
    Connection session() throws SQLException {
        Connection connection = server.rootDataSource().getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION lock_wait_timeout = " + LockTimes.LIMIT.toSeconds());
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Runs DDL as a DBA would, in one session, and measures each statement. */
    void ddl(String... statements) throws SQLException {
        try (Connection connection = session()) {
            for (String sql : statements) {
                locks.run(connection, sql);
            }
        }
    }

    /** Returns the first value of the first row, read as root; empty without a row. */
    String value(String sql) throws SQLException {
        try (Connection connection = session();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            String value = rows.next() ? rows.getString(1) : null;
            return value == null ? "" : value;
        }
    }

    long fastReads() throws IOException {
        long sum = 0;
        for (Child child : children) {
            sum += child.status().fastReads();
        }
        return sum;
    }

    /** Waits until {@code condition} holds. */
    static void await(String what, Duration limit, Condition condition) throws Exception {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.holds()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("not within " + limit.toMillis() + " ms: " + what);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    /** A condition that can fail. */
    @FunctionalInterface
    interface Condition {
        boolean holds() throws Exception;
    }

    /** The fault did not happen if this is false. */
    static void prove(boolean happened, String otherwise) {
        if (!happened) {
            throw new IllegalStateException(otherwise);
        }
    }
}
