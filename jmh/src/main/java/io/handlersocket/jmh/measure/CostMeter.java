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
import java.util.Optional;

/**
 * Measures what rows cost beside time. Counts everything that happens meanwhile, so a machine that others use too shows more
 * than there is.
 */
public final class CostMeter {

    private static final double UNIT = 100_000;

    private final Database db;

    public CostMeter(Database db) {
        this.db = db;
    }

    private record Now(double serverCpu, double clientCpu, double wire, double keyReads, double questions) {}

    /**
     * Runs one arm for a while.
     *
     * @param server the process that answers, if it is not MariaDB
     */
    public Cost of(Arm arm, long nanos, Optional<ProcessHandle> server) throws Exception {
        Optional<ProcessHandle> process = server.isPresent() ? server : mariadbd();
        arm.run(new Slice(System.nanoTime() + nanos / 4, new Latencies()));
        Now before = now(process);
        long rows = Math.max(1, arm.run(new Slice(System.nanoTime() + nanos, new Latencies())));
        Now after = now(process);
        return new Cost(
                arm.name(),
                each(before.serverCpu(), after.serverCpu(), rows / UNIT),
                each(before.clientCpu(), after.clientCpu(), rows / UNIT),
                each(before.wire(), after.wire(), (double) rows),
                each(before.keyReads(), after.keyReads(), (double) rows),
                each(before.questions(), after.questions(), (double) rows));
    }

    private static double each(double before, double after, double units) {
        return before < 0 || after < 0 ? -1 : (after - before) / units;
    }

    private Now now(Optional<ProcessHandle> server) throws SQLException {
        try (Connection connection = db.connect()) {
            return new Now(
                    server.flatMap(process -> process.info().totalCpuDuration())
                            .map(CostMeter::seconds)
                            .orElse(-1.0),
                    ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                                    .getProcessCpuTime()
                            / 1e9,
                    loopback(),
                    status(connection, "Handler_read_key"),
                    status(connection, "Questions"));
        }
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    private static double status(Connection connection, String name) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE '" + name + "'")) {
            return row.next() ? row.getDouble(2) : -1;
        }
    }

    /** What lo received is what it sent: both directions of every connection of this machine to itself. */
    private static double loopback() {
        try {
            return Files.readAllLines(Path.of("/proc/net/dev")).stream()
                    .map(String::strip)
                    .filter(line -> line.startsWith("lo:"))
                    .map(line -> line.substring(3).strip().split("\\s+", 2)[0])
                    .mapToDouble(Double::parseDouble)
                    .findFirst()
                    .orElse(-1);
        } catch (IOException e) {
            return -1;
        }
    }

    /** The server's process, if it runs on this machine and we may read its process id. */
    private Optional<ProcessHandle> mariadbd() throws SQLException {
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@pid_file")) {
            row.next();
            String pid = Files.readString(Path.of(row.getString(1))).strip();
            return ProcessHandle.of(Long.parseLong(pid))
                    .filter(process -> process.info().command().orElse("").contains("mariadbd"));
        } catch (IOException | NumberFormatException elsewhere) {
            return Optional.empty();
        }
    }
}
