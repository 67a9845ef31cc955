// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.endurance.chaos;

import java.sql.SQLException;

/** The tables of a run. */
final class Tables {

    private Tables() {}

    static void create(Stage stage) throws SQLException {
        long begin = System.nanoTime();
        stage.ddl(
                "DROP TABLE IF EXISTS chaos_item, chaos_draft",
                "CREATE TABLE chaos_item (id INT NOT NULL PRIMARY KEY, slot INT NOT NULL, revision BIGINT NOT NULL,"
                        + " text VARCHAR(300) NOT NULL, KEY slot (slot)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                "INSERT INTO chaos_item SELECT seq, seq DIV " + Rows.ITEMS_OF_A_SLOT + ", 0, "
                        + Rows.sqlText("item", "seq", "0") + " FROM seq_1_to_" + Rows.ITEMS,
                "CREATE TABLE chaos_draft (id INT NOT NULL PRIMARY KEY, revision BIGINT NOT NULL,"
                        + " text VARCHAR(300) NOT NULL) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
                fillDrafts("chaos_draft", 0));
        stage.history().created(begin, System.nanoTime());
    }

    static String fillDrafts(String table, long revision) {
        String number = String.valueOf(revision);
        return "INSERT INTO " + table + " SELECT seq, " + number + ", " + Rows.sqlText("draft", "seq", number)
                + " FROM seq_1_to_" + Rows.DRAFTS;
    }
}
