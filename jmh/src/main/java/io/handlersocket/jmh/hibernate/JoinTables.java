// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.hibernate;

import io.handlersocket.jmh.measure.Database;
import io.handlersocket.jmh.measure.UserTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** The tables of a hierarchy and of a to-one relation. */
final class JoinTables {

    static final int ACCOUNTS = 10_000;
    static final int POSTS = 10_000;

    private JoinTables() {}

    static void load(Database db) throws SQLException {
        try (Connection connection = db.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS account (account_id INT PRIMARY KEY, owner VARCHAR(40))");
            statement.execute("CREATE TABLE IF NOT EXISTS premium (account_id INT PRIMARY KEY, benefit VARCHAR(40))");
            statement.execute("CREATE TABLE IF NOT EXISTS post (post_id INT PRIMARY KEY, words VARCHAR(80),"
                    + " author_id INT UNSIGNED NOT NULL, KEY (author_id))");
            statement.execute(
                    "INSERT IGNORE INTO account SELECT seq, CONCAT('owner ', seq) FROM seq_0_to_" + (ACCOUNTS - 1));
            statement.execute("INSERT IGNORE INTO premium SELECT seq, CONCAT('benefit ', seq) FROM seq_0_to_"
                    + (ACCOUNTS - 1) + "_step_2");
            statement.execute("INSERT IGNORE INTO post SELECT seq, CONCAT('post ', seq, ' '), seq * 7919 % "
                    + UserTable.ROWS + " FROM seq_0_to_" + (POSTS - 1));
            statement.execute("ANALYZE TABLE account, premium, post");
        }
    }
}
