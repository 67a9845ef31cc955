// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** What a DBA does that keeps writers away. */
final class SqlFaults {

    private static final int ER_OPTION_PREVENTS_STATEMENT = 1290;

    private SqlFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("flush-with-read-lock", Effect.WRITES, SqlFaults::readLock),
                new Fault("read-only", Effect.WRITES, SqlFaults::readOnly),
                new Fault("dump", Effect.WRITES, SqlFaults::dump),
                new Fault("dump-single-transaction", Effect.WRITES, SqlFaults::dumpSingleTransaction));
    }

    private static String readLock(Stage stage) throws SQLException {
        try (Connection session = stage.session()) {
            stage.locks().run(session, "FLUSH TABLES WITH READ LOCK");
            long before = written(session);
            Stage.hold(2);
            long after = written(session);
            stage.locks().run(session, "UNLOCK TABLES");
            Stage.prove(before == after, (after - before) + " writes under the lock");
            return "no write for 2 s";
        }
    }

    private static long written(Connection session) throws SQLException {
        return rows(session, "SELECT SUM(revision) FROM chaos_item").get(0);
    }

    private static String readOnly(Stage stage) throws SQLException {
        stage.ddl("SET GLOBAL read_only = 1");
        try (Connection writer = stage.server().dataSource().getConnection();
                Statement statement = writer.createStatement()) {
            String refused = "";
            try {
                statement.executeUpdate("UPDATE chaos_item SET revision = revision WHERE id = 1");
            } catch (SQLException e) {
                refused = e.getErrorCode() == ER_OPTION_PREVENTS_STATEMENT ? "error " + e.getErrorCode() : "";
            }
            Stage.prove(!refused.isEmpty(), "a write was not refused");
            Stage.hold(4);
            return "writes refused for 4 s with " + refused;
        } finally {
            stage.ddl("SET GLOBAL read_only = 0");
        }
    }

    private static String dump(Stage stage) throws SQLException, IOException, InterruptedException {
        try (Connection session = stage.session();
                Dump dump = Dump.begin(stage, "--lock-tables")) {
            long before = written(session);
            Stage.hold(1); // a larger table takes longer
            long after = written(session);
            Stage.prove(before == after, (after - before) + " writes under LOCK TABLES");
            return dump.end() + ", no write for 1 s";
        }
    }

    /** With the options that need the global read lock, but not a binary log. */
    private static String dumpSingleTransaction(Stage stage) throws SQLException, IOException, InterruptedException {
        try (Connection session = stage.session();
                Dump dump = Dump.begin(stage, "--single-transaction", "--flush-logs")) {
            long before = written(session);
            Stage.hold(1);
            long after = written(session);
            Stage.prove(after > before, "no writes beside the transaction");
            return dump.end() + " in one transaction, " + (after - before) + " writes beside it";
        }
    }

    /** The first column. */
    private static List<Long> rows(Connection session, String sql) throws SQLException {
        List<Long> values = new ArrayList<>();
        try (Statement statement = session.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                values.add(rows.getLong(1));
            }
        }
        return values;
    }
}
