// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.testkit;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The SQL by which one server follows another. */
final class Replication {
    private static final String ACCOUNT = "repl";
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final String password = ServerOptions.randomSecret();

    private record State(boolean receives, boolean applies, String received, String problem) {}

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
                "--slave-net-timeout=2"));
        if (id > 1) {
            arguments.add("--read-only=ON");
        }
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

    /** Waits until both threads of the replica run, and until it has what the primary has. */
    void awaitFollowing(HandlerSocketMariaDB replica, HandlerSocketMariaDB primary, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        State state = state(replica);
        while (!state.receives() || !state.applies()) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("the replica does not follow the primary: " + state.problem());
            }
            LockSupport.parkNanos(PAUSE_NANOS);
            state = state(replica);
        }
        await(replica, position(primary), limit);
    }

    static void await(HandlerSocketMariaDB replica, String position, Duration limit) {
        String seconds = String.valueOf(limit.toMillis() / 1000.0);
        if (!root(replica)
                .value("SELECT MASTER_GTID_WAIT('" + position + "', " + seconds + ")")
                .equals("0")) {
            throw new IllegalStateException("the replica has not reached " + position + " within " + limit.toMillis()
                    + " ms: " + state(replica).problem());
        }
    }

    /** Waits until a replica whose primary is dead has applied all that it has received. */
    static void awaitReceived(HandlerSocketMariaDB replica, Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (state(replica).receives() && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        await(replica, state(replica).received(), limit);
    }

    private static State state(HandlerSocketMariaDB replica) {
        try (Connection connection = replica.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW ALL SLAVES STATUS")) {
            if (!row.next()) {
                return new State(false, false, "", "it has no primary");
            }
            String receives = row.getString("Slave_IO_Running");
            String applies = row.getString("Slave_SQL_Running");
            String received = row.getString("Gtid_IO_Pos");
            return new State(
                    receives.equals("Yes"),
                    applies.equals("Yes"),
                    received == null ? "" : received,
                    "Slave_IO_Running " + receives + " " + row.getString("Last_IO_Error") + ", Slave_SQL_Running "
                            + applies + " " + row.getString("Last_SQL_Error") + ", received " + received);
        } catch (SQLException e) {
            throw new IllegalStateException("SHOW ALL SLAVES STATUS: " + e.getMessage(), e);
        }
    }

    private static Sql root(HandlerSocketMariaDB server) {
        return new Sql(server.getJdbcUrl(), "root", server.rootPassword());
    }
}
