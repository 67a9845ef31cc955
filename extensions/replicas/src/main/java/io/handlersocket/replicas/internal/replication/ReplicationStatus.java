// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.replicas.internal.replication;

import io.handlersocket.client.internal.control.sql.SqlSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a server replicates. Immutable.
 *
 * @param askedNanos when it was asked, by {@link System#nanoTime()}
 * @param sources the servers that it follows
 * @param filters the settings by which a transaction is not, or not wholly, replicated; as {@code name=value}
 * @param missing the statement that gives the account a privilege that it lacks; empty if it lacks none
 */
public record ReplicationStatus(long askedNanos, List<Source> sources, List<String> filters, String missing) {

    private static final int ACCESS_DENIED = 1227;

    private static final String EXECUTED = "Executed_log_entries";

    private static final String[] STATUS_FILTERS = {
        "Replicate_Do_DB",
        "Replicate_Ignore_DB",
        "Replicate_Do_Table",
        "Replicate_Ignore_Table",
        "Replicate_Wild_Do_Table",
        "Replicate_Wild_Ignore_Table",
        "Replicate_Rewrite_DB",
        "Replicate_Do_Domain_Ids",
        "Replicate_Ignore_Domain_Ids",
        "Replicate_Ignore_Server_Ids"
    };

    private static final String VARIABLES = """
            SELECT VARIABLE_NAME, GLOBAL_VALUE FROM information_schema.SYSTEM_VARIABLES
            WHERE VARIABLE_NAME IN ('REPLICATE_DO_DB', 'REPLICATE_IGNORE_DB', 'REPLICATE_DO_TABLE',
            'REPLICATE_IGNORE_TABLE', 'REPLICATE_WILD_DO_TABLE', 'REPLICATE_WILD_IGNORE_TABLE',
            'REPLICATE_REWRITE_DB', 'REPLICATE_EVENTS_MARKED_FOR_SKIP', 'SLAVE_SKIP_ERRORS', 'SLAVE_EXEC_MODE')""";

    private static final Set<String> HARMLESS = Set.of("", "off", "strict", "replicate");

    /**
     * One server that is followed.
     *
     * @param serverId its {@code server_id}; 0 before the first connection
     * @param receives whether the IO thread is connected to it
     * @param byGtid whether the replication uses GTIDs
     * @param trouble why a thread of the replication stands still; empty if none does
     * @param executedAtRest how many entries of the log it has executed; -1 while the SQL thread runs, or if unknown
     */
    public record Source(long serverId, boolean receives, boolean byGtid, String trouble, long executedAtRest) {}

    public ReplicationStatus {
        sources = List.copyOf(sources);
        filters = List.copyOf(filters);
    }

    /**
     * Asks a replica. The account needs the privilege SLAVE MONITOR.
     *
     * @param askedNanos the time, by {@link System#nanoTime()}
     */
    public static ReplicationStatus ofReplica(SqlSession session, long askedNanos) throws SQLException {
        List<String> filters = new ArrayList<>();
        List<Source> sources;
        try {
            sources = session.show(row -> source(row, filters), "SHOW ALL SLAVES STATUS");
        } catch (SQLException e) {
            return without("SLAVE MONITOR", askedNanos, e);
        }
        session.query(row -> add(filters, row.getString(1), row.getString(2)), VARIABLES);
        return new ReplicationStatus(askedNanos, sources, filters, "");
    }

    /**
     * Asks a primary what its binary log leaves out. The account needs the privilege BINLOG MONITOR.
     *
     * @param askedNanos the time, by {@link System#nanoTime()}
     */
    public static ReplicationStatus ofPrimary(SqlSession session, long askedNanos) throws SQLException {
        List<String> filters = new ArrayList<>();
        try {
            session.show(
                    row -> {
                        add(filters, "binlog_do_db", row.getString("Binlog_Do_DB"));
                        return add(filters, "binlog_ignore_db", row.getString("Binlog_Ignore_DB"));
                    },
                    "SHOW MASTER STATUS");
        } catch (SQLException e) {
            return without("BINLOG MONITOR", askedNanos, e);
        }
        return new ReplicationStatus(askedNanos, List.of(), filters, "");
    }

    private static ReplicationStatus without(String privilege, long askedNanos, SQLException e) throws SQLException {
        if (e.getErrorCode() != ACCESS_DENIED) {
            throw e;
        }
        return new ReplicationStatus(askedNanos, List.of(), List.of(), "GRANT " + privilege + " ON *.* TO the account");
    }

    private static Source source(ResultSet row, List<String> filters) throws SQLException {
        Set<String> known = columns(row);
        for (String name : STATUS_FILTERS) {
            if (known.contains(name.toLowerCase(Locale.ROOT))) { // some servers do not show all of them here
                add(filters, name, row.getString(name));
            }
        }
        return new Source(
                row.getLong("Master_Server_Id"),
                "Yes".equals(row.getString("Slave_IO_Running")),
                !"No".equals(row.getString("Using_Gtid")),
                Stream.of(trouble(row, "IO"), trouble(row, "SQL"))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; ")),
                "No".equals(row.getString("Slave_SQL_Running")) && known.contains(EXECUTED.toLowerCase(Locale.ROOT))
                        ? row.getLong(EXECUTED)
                        : -1);
    }

    private static Set<String> columns(ResultSet row) throws SQLException {
        Set<String> names = new HashSet<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            names.add(row.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT));
        }
        return names;
    }

    private static String trouble(ResultSet row, String thread) throws SQLException {
        String state = String.valueOf(row.getString("Slave_" + thread + "_Running"));
        if (state.equals("Yes")) {
            return "";
        }
        int error = row.getInt("Last_" + thread + "_Errno");
        return thread + " thread " + (state.equals("No") ? "stopped" : state.toLowerCase(Locale.ROOT))
                + (error == 0 ? "" : ": error " + error);
    }

    private static boolean add(List<String> filters, String name, @Nullable String value) {
        return value != null
                && !HARMLESS.contains(value.toLowerCase(Locale.ROOT))
                && filters.add(name.toLowerCase(Locale.ROOT) + '=' + value);
    }
}
