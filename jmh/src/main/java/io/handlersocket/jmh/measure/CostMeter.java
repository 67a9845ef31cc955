// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Measures what rows cost beside time. The CPU times are those of the two processes. The wire and the server's counters
 * include everything that happens meanwhile, so a machine that others use too shows more than there is. For one thread.
 */
public final class CostMeter implements AutoCloseable {

    private static final String STATUS = "SHOW GLOBAL STATUS WHERE Variable_name IN ('Handler_read_key', 'Questions')";

    private final Connection connection;
    private final Statement statement;
    private final Optional<ProcessHandle> mariadbd;

    public CostMeter(Database db) throws SQLException {
        connection = db.connect();
        statement = connection.createStatement();
        mariadbd = mariadbd(statement);
    }

    /** Counters at one moment. What cannot be known here is NaN. */
    record Reading(
            double serverCpu,
            double clientCpu,
            double bytes,
            double packets,
            double writes,
            double keyReads,
            double questions) {

        static final Reading ZERO = new Reading(0, 0, 0, 0, 0, 0, 0);

        private Reading plus(Reading other, int sign) {
            return new Reading(
                    serverCpu + sign * other.serverCpu,
                    clientCpu + sign * other.clientCpu,
                    bytes + sign * other.bytes,
                    packets + sign * other.packets,
                    writes + sign * other.writes,
                    keyReads + sign * other.keyReads,
                    questions + sign * other.questions);
        }
    }

    /** Sums what several slices of one arm cost. */
    static final class Sum {

        private Reading sum = Reading.ZERO;
        private long rows;

        void add(Reading cost, long more) {
            sum = sum.plus(cost, 1);
            rows += more;
        }

        /** @param calls reads that gave the rows; 0 if they were not counted */
        Cost of(String arm, long calls) {
            double each = Math.max(1, rows);
            double unit = each / Cost.UNIT;
            return new Cost(
                    arm,
                    known(sum.serverCpu / unit),
                    known(sum.clientCpu / unit),
                    known(sum.bytes / each),
                    known(sum.packets / each),
                    known(sum.writes / each),
                    known(sum.keyReads / each),
                    known(sum.questions / each),
                    calls == 0 ? 1 : (double) rows / calls);
        }

        private static double known(double value) {
            return Double.isNaN(value) ? -1 : value;
        }
    }

    /** Call it just before a slice. */
    Reading start(Arm arm) throws SQLException {
        Map<String, Double> status = status();
        return reading(arm, status);
    }

    /** Returns what happened since {@code start}; call it just after the slice. */
    Reading stop(Arm arm, Reading start) throws SQLException {
        Reading local = reading(arm, Map.of());
        Map<String, Double> status = status();
        // The last question of both readings is this meter's own.
        Reading end = new Reading(
                local.serverCpu,
                local.clientCpu,
                local.bytes,
                local.packets,
                local.writes,
                value(status, "Handler_read_key"),
                value(status, "Questions") - 1);
        return end.plus(start, -1);
    }

    private Reading reading(Arm arm, Map<String, Double> status) {
        double[] loopback = loopback();
        return new Reading(
                arm.server()
                        .or(() -> mariadbd)
                        .flatMap(process -> process.info().totalCpuDuration())
                        .map(CostMeter::seconds)
                        .orElse(Double.NaN),
                ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                                .getProcessCpuTime()
                        / 1e9,
                loopback[0],
                loopback[1],
                writes(),
                value(status, "Handler_read_key"),
                value(status, "Questions"));
    }

    private static double value(Map<String, Double> status, String name) {
        return status.getOrDefault(name, Double.NaN);
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    private Map<String, Double> status() throws SQLException {
        Map<String, Double> values = new HashMap<>();
        try (ResultSet row = statement.executeQuery(STATUS)) {
            while (row.next()) {
                values.put(row.getString(1), row.getDouble(2));
            }
        }
        return values;
    }

    /**
     * Returns bytes and packets that lo received. It receives what it sends: both directions of every connection of
     * this machine to itself.
     */
    private static double[] loopback() {
        try {
            return Files.readAllLines(Path.of("/proc/net/dev")).stream()
                    .map(String::strip)
                    .filter(line -> line.startsWith("lo:"))
                    .map(line -> line.substring(3).strip().split("\\s+", 3))
                    .map(columns -> new double[] {Double.parseDouble(columns[0]), Double.parseDouble(columns[1])})
                    .findFirst()
                    .orElse(new double[] {Double.NaN, Double.NaN});
        } catch (IOException e) {
            return new double[] {Double.NaN, Double.NaN};
        }
    }

    /** Returns how often this JVM has called {@code write}. */
    private static double writes() {
        try {
            return Files.readAllLines(Path.of("/proc/self/io")).stream()
                    .filter(line -> line.startsWith("syscw:"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(6).strip()))
                    .findFirst()
                    .orElse(Double.NaN);
        } catch (IOException e) {
            return Double.NaN;
        }
    }

    /** Returns the server's process, if it runs on this machine and we may read its process id. */
    public static Optional<ProcessHandle> process(Database db) throws SQLException {
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement()) {
            return mariadbd(statement);
        }
    }

    private static Optional<ProcessHandle> mariadbd(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT @@pid_file")) {
            row.next();
            String pid = Files.readString(Path.of(row.getString(1))).strip();
            return ProcessHandle.of(Long.parseLong(pid))
                    .filter(process -> process.info().command().orElse("").contains("mariadbd"));
        } catch (IOException | NumberFormatException elsewhere) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
