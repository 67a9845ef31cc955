// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What happens to the tables that are read. */
final class TableFaults {

    private static final AtomicInteger MIGRATIONS = new AtomicInteger();

    private TableFaults() {}

    static List<Fault> all() {
        return List.of(
                new Fault("alter", Effect.ITEM_TABLE, TableFaults::alter),
                new Fault("online-alter", Effect.ITEM_TABLE, TableFaults::onlineAlter),
                new Fault("truncate", Effect.DRAFT_TABLE, TableFaults::truncate),
                new Fault("rename-swap", Effect.DRAFT_TABLE, TableFaults::renameSwap),
                new Fault("drop-index", Effect.ITEM_TABLE, TableFaults::dropIndex),
                new Fault("optimize", Effect.DRAFT_TABLE, TableFaults::optimize),
                new Fault("flyway", Effect.MIGRATION, TableFaults::flyway));
    }

    private static String alter(Stage stage) throws SQLException {
        stage.ddl("ALTER TABLE chaos_item ADD COLUMN extra INT NOT NULL DEFAULT 7 AFTER slot");
        try {
            Stage.prove(columns(stage).contains("extra"), "no such column");
            Stage.hold(1);
        } finally {
            stage.ddl("ALTER TABLE chaos_item DROP COLUMN extra");
        }
        return "column added and dropped; now " + columns(stage);
    }

    private static String columns(Stage stage) throws SQLException {
        return stage.value("SELECT GROUP_CONCAT(COLUMN_NAME ORDER BY ORDINAL_POSITION) FROM information_schema.COLUMNS"
                + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 'chaos_item'");
    }

    private static String onlineAlter(Stage stage) throws SQLException {
        String before = tableId(stage, "chaos_item");
        stage.ddl("ALTER TABLE chaos_item FORCE, ALGORITHM=INPLACE, LOCK=NONE");
        return rebuilt(before, tableId(stage, "chaos_item"));
    }

    private static String optimize(Stage stage) throws SQLException {
        String before = tableId(stage, "chaos_draft");
        stage.ddl("OPTIMIZE TABLE chaos_draft");
        return rebuilt(before, tableId(stage, "chaos_draft"));
    }

    private static String rebuilt(String before, String after) {
        Stage.prove(!before.isEmpty() && !before.equals(after), "the table was not rebuilt");
        return "rebuilt: table " + before + " is table " + after + " now";
    }

    private static String tableId(Stage stage, String table) throws SQLException {
        return stage.value("SELECT TABLE_ID FROM information_schema.INNODB_SYS_TABLES"
                + " WHERE NAME = CONCAT(DATABASE(), '/" + table + "')");
    }

    private static String truncate(Stage stage) throws SQLException {
        Board board = stage.board();
        long emptied = board.begin(Board.EMPTIED);
        long revision = board.begin(Board.DRAFTS);
        String left = "";
        stage.history().emptying(revision);
        try {
            stage.ddl("TRUNCATE TABLE chaos_draft");
            left = stage.value("SELECT COUNT(*) FROM chaos_draft");
            Stage.hold(0.5);
        } finally {
            stage.ddl("DELETE FROM chaos_draft"); // if it could not be truncated
            stage.history().wasEmptied(revision);
            stage.history().showing(revision);
            stage.ddl(Tables.fillDrafts("chaos_draft", revision));
            stage.history().shown(revision);
            board.commit(Board.DRAFTS, revision);
            board.commit(Board.EMPTIED, emptied);
        }
        Stage.prove(left.equals("0"), left + " rows left");
        return "emptied, and filled with revision " + revision;
    }

    private static String renameSwap(Stage stage) throws SQLException {
        long revision = stage.board().begin(Board.DRAFTS);
        stage.ddl(
                "DROP TABLE IF EXISTS chaos_draft_old",
                "CREATE OR REPLACE TABLE chaos_draft_new LIKE chaos_draft",
                Tables.fillDrafts("chaos_draft_new", revision));
        stage.history().showing(revision);
        stage.ddl("RENAME TABLE chaos_draft TO chaos_draft_old, chaos_draft_new TO chaos_draft");
        stage.history().shown(revision);
        stage.board().commit(Board.DRAFTS, revision);
        stage.ddl("DROP TABLE chaos_draft_old");
        String now = stage.value("SELECT MIN(revision) FROM chaos_draft");
        Stage.prove(now.equals(String.valueOf(revision)), "revision " + now);
        return "exchanged for a table of revision " + revision;
    }

    private static String dropIndex(Stage stage) throws SQLException {
        stage.ddl("DROP INDEX slot ON chaos_item");
        try {
            Stage.prove(indexes(stage).equals("0"), "the index is still there");
            Stage.hold(3);
        } finally {
            stage.ddl("CREATE INDEX slot ON chaos_item (slot)");
        }
        Stage.prove(indexes(stage).equals("1"), "the index is not back");
        return "index away for 3 s";
    }

    private static String indexes(Stage stage) throws SQLException {
        return stage.value("SELECT COUNT(*) FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE()"
                + " AND TABLE_NAME = 'chaos_item' AND INDEX_NAME = 'slot'");
    }

    /** By an application that starts, as in a deployment: its hook drains the others for the time of the migration. */
    private static String flyway(Stage stage) throws Exception {
        int version = MIGRATIONS.incrementAndGet();
        Path folder = Files.createDirectories(stage.folder().resolve("migrations"));
        Files.writeString(folder.resolve("V" + version + "__change.sql"), """
                SET STATEMENT lock_wait_timeout=3 FOR ALTER TABLE chaos_item ADD COLUMN migrated INT;
                SET STATEMENT lock_wait_timeout=3 FOR ALTER TABLE chaos_item DROP COLUMN migrated;
                """);
        Migration.run(stage.server(), folder);
        String done = stage.value("SELECT success FROM flyway_schema_history WHERE version = '" + version + "'");
        Stage.prove(done.equals("1"), "migration " + version + " is not in the history");
        return "migration " + version + " done";
    }
}
