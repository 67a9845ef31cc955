// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.measure;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;

/** The table {@code user} of the articles that made HandlerSocket known, all of it in the buffer pool. */
public final class UserTable {

    public static final int ROWS = Integer.getInteger("rows", 1_000_000);

    private UserTable() {}

    /** The id of a row, any of them. */
    public static int randomId() {
        return ThreadLocalRandom.current().nextInt(ROWS);
    }

    /** Reads any row by a statement whose parameter is the id, checks it, and returns 1, the number of rows. */
    public static long read(PreparedStatement statement) throws SQLException {
        int id = randomId();
        statement.setInt(1, id);
        try (ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new AssertionError("no row " + id);
            }
            Check.row(id, row.getString(2), row.getString(3), row.getTimestamp(4));
        }
        return 1;
    }

    /** A server of our own, or the external one that was named, with the table loaded. */
    public static HandlerSocketMariaDB start() {
        return start(new HandlerSocketMariaDB());
    }

    /** The same, with what was already set on this server that is not started. */
    public static HandlerSocketMariaDB start(HandlerSocketMariaDB db) {
        db.withHandlerSocketThreads(Integer.getInteger("handlersocket.threads", 16))
                .withServerArguments(
                        "--innodb-buffer-pool-size=1G",
                        "--innodb-log-file-size=256M",
                        // Writers beside readers are to write, not to wait for a disk.
                        "--innodb-flush-log-at-trx-commit=2");
        db.start();
        load(db);
        return db;
    }

    /** Loads the table on a server that runs. */
    public static void load(HandlerSocketMariaDB db) {
        String table = db.getDatabaseName() + ".user";
        db.execute("CREATE TABLE IF NOT EXISTS " + table + " (user_id INT UNSIGNED PRIMARY KEY, user_name VARCHAR(50),"
                + " user_email VARCHAR(255), created DATETIME)");
        long there = count(db);
        if (there == 0) {
            db.execute("INSERT INTO " + table + " SELECT seq, CONCAT('user ', seq),"
                    + " CONCAT('user', seq, '@example.com'), '2026-01-01' + INTERVAL seq SECOND FROM seq_0_to_"
                    + (ROWS - 1));
        } else if (there != ROWS) {
            throw new IllegalStateException(
                    table + ": " + there + " rows (expected none, or the " + ROWS + " of an earlier run)");
        }
        db.execute("ANALYZE TABLE " + table, "SELECT SUM(LENGTH(user_email)) FROM " + table);
    }

    private static long count(HandlerSocketMariaDB db) {
        try (Connection connection = db.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM user")) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException("the table user cannot be read", e);
        }
    }
}
