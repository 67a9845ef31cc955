// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.FakeHandlerSocket;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** HandlerSocket knows a table only by the server's own spelling; the client finds it by every name by which SQL does. */
@Timeout(60)
class TableNamesIT {

    private static int lowerCaseTableNames(HandlerSocketMariaDB db) throws SQLException {
        try (Connection connection = db.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@lower_case_table_names")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static IndexSpec spec(String schema, String table, String... columns) {
        return new IndexSpec(new TableName(schema, table), "PRIMARY", List.of(columns));
    }

    private static void assertEverySpellingIsRead(HandlerSocketMariaDB db) throws Exception {
        db.execute(
                "CREATE TABLE Player (id INT PRIMARY KEY, Name VARCHAR(20))", "INSERT INTO Player VALUES (1, 'eins')");
        try (Logs logs = new Logs();
                HandlerSocketClient client = PatientClient.builder()
                        .name("names")
                        .dataSource(db.dataSource())
                        .maxOpenIndexes(2)
                        .build()) {
            Index first = PatientClient.index(client, spec("test", "player"));
            assertThat(first.find(1)).as("control").isPresent();
            long connections = client.snapshot().reconnects();
            for (String name : List.of("Player", "PLAYER", "player", "pLaYeR")) {
                for (String schema : List.of("test", "TEST")) {
                    assertThat(PatientClient.index(client, spec(schema, name)).find(1))
                            .as(name)
                            .isPresent();
                    assertThat(PatientClient.index(client, spec(schema, name, "Name"))
                                    .find(1)
                                    .orElseThrow()
                                    .stringAt(0))
                            .isEqualTo("eins");
                    assertThat(client.table(new TableName(schema, name))
                                    .toCompletableFuture()
                                    .get(5, TimeUnit.SECONDS)
                                    .name())
                            .isEqualTo(new TableName("test", "player"));
                }
            }
            assertThat(client.snapshot().quarantined()).isEmpty();
            if (!logs.tellOfAStandstill()) {
                assertThat(first.isOpen()).as("all spellings share two ids").isTrue();
                assertThat(client.snapshot().reconnects()).isEqualTo(connections);
                assertThat(logs.lines(Level.WARN)).isEmpty();
            }
        }
    }

    @Test
    void withLowerCaseNames() throws Exception {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB().withServerArguments("--lower-case-table-names=1");
        db.start();
        try {
            assertThat(lowerCaseTableNames(db)).isEqualTo(1);
            assertEverySpellingIsRead(db);
        } finally {
            db.stop();
        }
    }

    @Test
    void withNamesAsTheyWereCreatedComparedInLowerCase() throws Exception {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB().withServerArguments("--lower-case-table-names=2");
        db.start();
        try {
            int value = lowerCaseTableNames(db);
            String reason =
                    "lower_case_table_names=2 needs a file system that ignores case; the server fell back to " + value;
            if (value != 2) {
                System.out.println("TableNamesIT: skipped: " + reason);
            }
            Assumptions.assumeTrue(value == 2, reason);
            db.execute("CREATE TABLE Mixed (id INT PRIMARY KEY)", "INSERT INTO Mixed VALUES (1)");
            try (HandlerSocketClient client = PatientClient.builder()
                    .name("names")
                    .dataSource(db.dataSource())
                    .build()) {
                for (String name : List.of("Mixed", "MIXED", "mixed")) {
                    assertThat(PatientClient.index(client, spec("test", name)).find(1))
                            .as(name)
                            .isPresent();
                }
            }
        } finally {
            db.stop();
        }
    }

    @Test
    void withNamesThatDifferInCaseOnly() throws Exception {
        HandlerSocketMariaDB db = HandlerSocketMariaDB.shared();
        assertThat(lowerCaseTableNames(db)).isZero();
        db.execute(
                "CREATE OR REPLACE TABLE test.Cased (id INT PRIMARY KEY, upper_one VARCHAR(20))",
                "CREATE OR REPLACE TABLE test.cased (id INT PRIMARY KEY, lower_one INT, lower_two INT)",
                "INSERT INTO test.Cased VALUES (1, 'A')",
                "INSERT INTO test.cased VALUES (1, 2, 3)");
        for (String option : List.of("", "&useServerPrepStmts=true")) {
            try (HandlerSocketClient client = PatientClient.builder()
                    .name("names")
                    .dataSource(new org.mariadb.jdbc.MariaDbDataSource(db.jdbcUrl("user=test&password=test" + option)))
                    .build()) {
                assertThat(PatientClient.index(client, spec("test", "Cased"))
                                .find(1)
                                .orElseThrow()
                                .stringAt(1))
                        .isEqualTo("A");
                assertThat(PatientClient.index(client, spec("test", "cased"))
                                .find(1)
                                .orElseThrow()
                                .intAt(2))
                        .isEqualTo(3);
                assertThat(client.table(new TableName("test", "Cased"))
                                .toCompletableFuture()
                                .get(5, TimeUnit.SECONDS)
                                .columns())
                        .hasSize(2);
                for (IndexSpec missing : List.of(spec("test", "CASED"), spec("test", "CASED", "id"))) {
                    assertThatThrownBy(() -> client.index(missing))
                            .isInstanceOf(RefusedException.class)
                            .hasMessageContaining("CASED");
                }
                assertThat(client.snapshot().quarantined()).isEmpty();
            }
        }
    }

    /** The control is any table that both know: SameServerProof would find out the fake, so it is left out. */
    @Test
    void anOpeningThatTheServerAnswersWithAnErrorIsRefusedAndHarmsNothing() {
        HandlerSocketMariaDB db = HandlerSocketMariaDB.shared();
        db.execute("CREATE OR REPLACE TABLE test.known_to_sql (id INT PRIMARY KEY)");
        try (FakeHandlerSocket fake = new FakeHandlerSocket("secret");
                HandlerSocketClient client = PatientClient.builder()
                        .name("names")
                        .dataSource(db.dataSource())
                        .host("127.0.0.1")
                        .port(fake.port())
                        .secret("secret")
                        .build()) {
            assertThatThrownBy(() -> client.index("known_to_sql"))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("known_to_sql")
                    .hasMessageContaining("open_table");
            assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
            assertThat(client.snapshot().quarantined()).isEmpty();
            assertThat(fake.accepted()).as("shared connections stay").isEqualTo(4);
        }
    }
}
