// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.mariadb.jdbc.MariaDbDataSource;

/** Whether a table may have triggers: the server hides them from accounts without the privilege TRIGGER. */
class TableTriggersIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    @BeforeAll
    static void create() throws SQLException {
        DB.execute(
                "CREATE OR REPLACE TABLE test.fires (id INT PRIMARY KEY)",
                "CREATE OR REPLACE TABLE test.fires_not (id INT PRIMARY KEY)",
                "CREATE TRIGGER test.fires_so BEFORE INSERT ON test.fires FOR EACH ROW SET @fired = 1");
        root(
                "CREATE OR REPLACE USER reads_only IDENTIFIED BY 'secret'",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON test.* TO reads_only",
                "CREATE OR REPLACE USER sees_one IDENTIFIED BY 'secret'",
                "GRANT SELECT ON test.* TO sees_one",
                "GRANT TRIGGER ON test.fires_not TO sees_one",
                "CREATE OR REPLACE ROLE sees_all",
                "GRANT TRIGGER ON test.* TO sees_all",
                "GRANT sees_all TO reads_only",
                "SET DEFAULT ROLE sees_all FOR reads_only");
    }

    @AfterAll
    static void drop() throws SQLException {
        root("DROP ROLE sees_all", "DROP USER reads_only, sees_one");
        DB.execute("DROP TABLE test.fires, test.fires_not");
    }

    private static void root(String... statements) throws SQLException {
        try (Connection connection = DB.rootDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static DataSource as(String account) throws SQLException {
        MariaDbDataSource source = new MariaDbDataSource(DB.getJdbcUrl());
        source.setUser(account);
        source.setPassword("secret");
        return source;
    }

    private static boolean mayHaveTriggers(DataSource account, String table) {
        try (HandlerSocketClient client =
                PatientClient.builder().dataSource(account).schema("test").build()) {
            return client.table(new TableName("test", table))
                    .toCompletableFuture()
                    .join()
                    .mayHaveTriggers();
        }
    }

    @Test
    void anAccountThatSeesAllTriggers() {
        assertThat(mayHaveTriggers(DB.dataSource(), "fires")).isTrue();
        assertThat(mayHaveTriggers(DB.dataSource(), "fires_not")).isFalse();
    }

    @Test
    void anAccountThatSeesThoseOfOneTable() throws SQLException {
        assertThat(mayHaveTriggers(as("sees_one"), "fires")).isTrue();
        assertThat(mayHaveTriggers(as("sees_one"), "fires_not")).isFalse();
    }

    /** Not even with a role that has the privilege: it can be taken away from the session unobserved. */
    @Test
    void anAccountFromWhichTheyAreHidden() throws SQLException {
        assertThat(mayHaveTriggers(as("reads_only"), "fires")).isTrue();
        assertThat(mayHaveTriggers(as("reads_only"), "fires_not")).isTrue();
    }
}
