// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.scale;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a server on this machine has used so far, over a SQL session that stays open. For one thread. */
final class ServerMeter implements AutoCloseable {

    private static final Pattern STATE = Pattern.compile("handlersocket: mode=rd, (\\d+) conns.*");
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

    private final Connection connection;
    private final Statement statement;
    private final ProcessHandle process;

    ServerMeter(HandlerSocketMariaDB server) throws SQLException, IOException {
        connection = server.rootDataSource().getConnection();
        statement = connection.createStatement();
        Path pid = Path.of(text("SELECT @@pid_file"));
        process =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElseThrow();
    }

    /** Returns the CPU time of all threads of the server, in seconds; the system counts in steps of 10 ms. */
    double cpuSeconds() {
        return process.info().totalCpuDuration().map(Duration::toNanos).orElseThrow() / 1e9;
    }

    /** Returns how often workers have locked their tables: once in each round that serves a lookup. */
    long rounds() throws SQLException {
        return Long.parseLong(status("Handlersocket_hs_table_lock"));
    }

    /** Returns a status counter. */
    String status(String name) throws SQLException {
        try (ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE '" + name + "'")) {
            row.next();
            return row.getString(2);
        }
    }

    /** Returns the connections of each worker that has any, the most first. */
    List<Integer> connectionsByWorker() throws SQLException {
        List<Integer> all = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("SELECT STATE FROM information_schema.PROCESSLIST")) {
            while (row.next()) {
                Matcher state = STATE.matcher(String.valueOf(row.getString(1)));
                if (state.matches() && !state.group(1).equals("0")) {
                    all.add(Integer.valueOf(state.group(1)));
                }
            }
        }
        all.sort(Collections.reverseOrder());
        return all;
    }

    /** Returns the resident memory of the server, in bytes. */
    long residentBytes() {
        try {
            Matcher line = RESIDENT.matcher(Files.readString(Path.of("/proc/" + process.pid() + "/status")));
            if (!line.find()) {
                throw new IllegalStateException("no VmRSS in the status of process " + process.pid());
            }
            return Long.parseLong(line.group(1)) * 1024;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String text(String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
