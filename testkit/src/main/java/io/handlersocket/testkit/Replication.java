// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The SQL by which one server follows another. */
final class Replication {
    private static final String ACCOUNT = "repl";
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final String password = ServerOptions.randomSecret();

    static List<String> arguments(int id) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server-id=" + id,
                "--log-bin=binlog",
                "--log-slave-updates=ON",
                "--binlog-format=ROW",
                "--gtid-strict-mode=ON",
                "--relay-log=relay",
                "--relay-log-recovery=ON",
                // A killed process loses nothing by these two, only a lost machine does.
                "--sync-binlog=0",
                "--innodb-flush-log-at-trx-commit=2",
                "--slave-net-timeout=2",
                "--read-only=ON"));
        if (id == 2) {
            arguments.addAll(List.of("--slave-parallel-threads=4", "--slave-parallel-mode=optimistic"));
        }
        if (id == 3) {
            arguments.add("--transaction-isolation=READ-COMMITTED");
        }
        return arguments;
    }

    /** Makes the accounts on each server, not by replication: they must not become a transaction of any. */
    void prepare(HandlerSocketMariaDB server) {
        String application = "'" + server.getUsername() + "'@'%'";
        server.execute(
                "SET SESSION sql_log_bin = 0",
                "CREATE USER " + ACCOUNT + "@'%' IDENTIFIED BY '" + password + "'",
                "GRANT REPLICATION SLAVE ON *.* TO " + ACCOUNT + "@'%'",
                "GRANT SLAVE MONITOR, BINLOG MONITOR ON *.* TO " + application,
                "GRANT SELECT ON mysql.gtid_slave_pos TO " + application);
    }

    void follow(HandlerSocketMariaDB replica, HandlerSocketMariaDB primary) {
        replica.execute(
                "STOP SLAVE",
                "CHANGE MASTER TO MASTER_HOST = '" + primary.getHost() + "', MASTER_PORT = " + sqlPort(primary)
                        + ", MASTER_USER = '" + ACCOUNT + "', MASTER_PASSWORD = '" + password
                        + "', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1",
                "START SLAVE");
    }

    static int sqlPort(HandlerSocketMariaDB server) {
        return Objects.requireNonNull(server.getMappedPort(3306));
    }

    /** The transactions in the server's binary log, such as {@code 0-1-42}; empty without any. */
    static String position(HandlerSocketMariaDB server) {
        return root(server).value("SELECT @@global.gtid_binlog_pos");
    }

    /** Waits until the replica follows the primary and has what the primary has. */
    static void awaitFollowing(HandlerSocketMariaDB replica, HandlerSocketMariaDB primary, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (true) {
            Map<String, String> status = status(replica);
            if (isFollowing(status)) {
                break;
            }
            if (hasFailed(status) || System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("the replica does not follow the primary: " + summary(status));
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        await(replica, position(primary), limit);
    }

    /** The name of the primary's file comes after the primary has accepted the position; "Yes" alone comes before. */
    private static boolean isFollowing(Map<String, String> status) {
        return "Yes".equals(status.get("Slave_IO_Running"))
                && "Yes".equals(status.get("Slave_SQL_Running"))
                && !status.getOrDefault("Master_Log_File", "").isEmpty();
    }

    private static boolean hasFailed(Map<String, String> status) {
        return ("No".equals(status.get("Slave_IO_Running")) && !"0".equals(status.get("Last_IO_Errno")))
                || ("No".equals(status.get("Slave_SQL_Running")) && !"0".equals(status.get("Last_SQL_Errno")));
    }

    static void await(HandlerSocketMariaDB replica, String position, Duration limit) {
        double seconds = limit.toMillis() / 1000.0;
        String reached = root(replica).value("SELECT MASTER_GTID_WAIT('" + position + "', " + seconds + ")");
        if (!reached.equals("0")) {
            throw new IllegalStateException("the replica has not reached " + position + " within " + limit.toMillis()
                    + " ms: " + summary(status(replica)));
        }
    }

    /** Waits until a replica of a dead primary has applied all that it has received. */
    static void awaitReceived(HandlerSocketMariaDB replica, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while ("Yes".equals(status(replica).get("Slave_IO_Running")) && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        await(replica, status(replica).getOrDefault("Gtid_IO_Pos", ""), limit);
    }

    private static String summary(Map<String, String> status) {
        if (status.isEmpty()) {
            return "it has no primary";
        }
        return Stream.of("Slave_IO_Running", "Last_IO_Error", "Slave_SQL_Running", "Last_SQL_Error", "Gtid_IO_Pos")
                .map(column -> column + " " + status.get(column))
                .collect(Collectors.joining(", "));
    }

    /** The row of {@code SHOW ALL SLAVES STATUS}; empty if the server is no replica. */
    static Map<String, String> status(HandlerSocketMariaDB server) {
        Map<String, String> status = new LinkedHashMap<>();
        try (Connection connection = server.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW ALL SLAVES STATUS")) {
            if (row.next()) {
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    String value = row.getString(i);
                    status.put(row.getMetaData().getColumnLabel(i), value == null ? "" : value);
                }
            }
            return status;
        } catch (SQLException e) {
            throw new IllegalStateException("SHOW ALL SLAVES STATUS: " + e.getMessage(), e);
        }
    }

    private static Sql root(HandlerSocketMariaDB server) {
        return new Sql(server.getJdbcUrl(), "root", server.rootPassword());
    }
}
