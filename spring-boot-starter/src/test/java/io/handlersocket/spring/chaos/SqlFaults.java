// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.spring.chaos;

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

    /** The statements of {@code mariadb-dump --lock-tables}, its default. */
    private static String dump(Stage stage) throws SQLException {
        try (Connection session = stage.session()) {
            stage.locks().run(session, "LOCK TABLES chaos_item READ, chaos_draft READ");
            String dumped = copy(session);
            stage.locks().run(session, "UNLOCK TABLES");
            return dumped + " under LOCK TABLES READ";
        }
    }

    /** The statements of {@code mariadb-dump --single-transaction --flush-logs --master-data}. */
    private static String dumpSingleTransaction(Stage stage) throws SQLException {
        try (Connection session = stage.session()) {
            stage.locks().run(session, "FLUSH TABLES");
            stage.locks().run(session, "FLUSH TABLES WITH READ LOCK");
            stage.locks().run(session, "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
            stage.locks().run(session, "START TRANSACTION /*!40100 WITH CONSISTENT SNAPSHOT */");
            stage.locks().run(session, "UNLOCK TABLES");
            String dumped = copy(session);
            stage.locks().run(session, "ROLLBACK");
            return dumped + " in one transaction";
        }
    }

    private static String copy(Connection session) throws SQLException {
        long rows = 0;
        for (String table : List.of("chaos_item", "chaos_draft")) {
            rows += rows(session, "SELECT /*!40001 SQL_NO_CACHE */ * FROM " + table)
                    .size();
            Stage.hold(0.5); // a larger table takes longer
        }
        Stage.prove(rows == Rows.ITEMS + Rows.DRAFTS, rows + " rows");
        return rows + " rows read";
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
