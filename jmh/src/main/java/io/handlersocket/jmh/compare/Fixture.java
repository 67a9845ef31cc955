// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.jmh.compare;

import io.handlersocket.testkit.HandlerSocketMariaDB;

/** The table {@code user} of the articles that made HandlerSocket known, all of it in the buffer pool. */
final class Fixture {

    static final int ROWS = Integer.getInteger("rows", 1_000_000);

    private Fixture() {}

    static HandlerSocketMariaDB start() {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB()
                .withHandlerSocketThreads(Integer.getInteger("handlersocket.threads", 16))
                .withServerArguments("--innodb-buffer-pool-size=1G", "--innodb-log-file-size=256M");
        db.start();
        db.execute(
                "CREATE TABLE test.user (user_id INT UNSIGNED PRIMARY KEY, user_name VARCHAR(50), user_email VARCHAR(255),"
                        + " created DATETIME)",
                "INSERT INTO test.user SELECT seq, CONCAT('user ', seq), CONCAT('user', seq, '@example.com'),"
                        + " '2026-01-01' + INTERVAL seq SECOND FROM test_seq"
                                .replace("test_seq", "seq_0_to_" + (ROWS - 1)),
                "ANALYZE TABLE test.user",
                "SELECT SUM(LENGTH(user_email)) FROM test.user");
        return db;
    }
}
