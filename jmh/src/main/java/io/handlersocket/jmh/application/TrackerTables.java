// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.application;

import io.handlersocket.jmh.measure.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The tables of the tracker on one engine. */
final class TrackerTables {

    private TrackerTables() {}

    /** Made anew, with the tasks that there are at first. */
    static void load(Database db, String engine) throws SQLException {
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = CONCAT(@@sql_mode, ',NO_ENGINE_SUBSTITUTION')");
            statement.execute("DROP TABLE IF EXISTS remark");
            statement.execute("DROP TABLE IF EXISTS task");
            statement.execute("CREATE TABLE task (task_id INT AUTO_INCREMENT PRIMARY KEY, title VARCHAR(100),"
                    + " status VARCHAR(30)) ENGINE=" + engine);
            statement.execute("CREATE TABLE remark (remark_id INT AUTO_INCREMENT PRIMARY KEY, task_id INT NOT NULL,"
                    + " words VARCHAR(200), KEY (task_id)) ENGINE=" + engine);
            statement.execute(
                    "INSERT INTO task SELECT seq, CONCAT('task ', seq), 'new' FROM seq_1_to_" + Tracker.TASKS);
            statement.execute("INSERT INTO remark SELECT seq, 1 + (seq - 1) DIV 10,"
                    + " CONCAT('comment ', seq) FROM seq_1_to_" + 10 * Tracker.TASKS);
            statement.execute("ANALYZE TABLE task, remark");
        }
    }
}
