// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** HandlerSocket is used only where its workers are known to read as SQL does. */
@Timeout(120)
class WorkerSettingsIT {

    private Logs logs;

    @BeforeEach
    void listen() {
        logs = new Logs();
    }

    @AfterEach
    void stopListening() {
        logs.close();
    }

    private static HandlerSocketClient client(HandlerSocketMariaDB db) {
        return PatientClient.builder()
                .name("settings")
                .dataSource(db.dataSource())
                .build();
    }

    private static void awaitState(HandlerSocketClient client, ClientState state) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(20))
                .untilAsserted(() -> assertThat(client.snapshot().state()).isEqualTo(state));
    }

    private static void awaitAnswer(Index index) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .ignoreExceptions()
                .until(() -> index.find(1).isPresent());
    }

    /** The control is every other test of this module: with the server's defaults, all of them read over HandlerSocket. */
    @ParameterizedTest
    @CsvSource({
        "--transaction-isolation=READ-UNCOMMITTED, isolation is READ-UNCOMMITTED, not committed",
        "--transaction-isolation=SERIALIZABLE, isolation is SERIALIZABLE, locks",
        "--autocommit=0, autocommit is OFF, first lookup",
        "--sql-mode=PAD_CHAR_TO_FULL_LENGTH, sql_mode is PAD_CHAR_TO_FULL_LENGTH, trailing spaces"
    })
    void aServerStartedWithItIsNotUsed(String argument, String what, String why) throws Exception {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB().withServerArguments(argument);
        db.start();
        try (HandlerSocketClient client = client(db)) {
            ClientSnapshot snapshot =
                    client.firstAttempt().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(snapshot.state()).isEqualTo(ClientState.NOT_USABLE);
            assertThat(snapshot.reason()).contains(what, why, "expected", "my.cnf", "restart");
            assertThat(logs.lines(Level.WARN)).singleElement().asString().contains(what, why, "my.cnf");
            assertThatThrownBy(() -> client.index(IndexSpec.primary("test", "t")))
                    .isInstanceOfSatisfying(
                            UnavailableException.class,
                            e -> assertThat(e.reason()).isEqualTo(UnavailableException.Reason.NOT_USABLE));
        } finally {
            db.stop();
        }
    }

    @Test
    void aSettingThatIsChangedWhileTheServerRunsIsNoticedAndARestartIsTheRemedy() {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB().withProcessControl();
        db.start();
        db.execute("CREATE TABLE settings (id INT PRIMARY KEY)", "INSERT INTO settings VALUES (1)");
        try (HandlerSocketClient client = client(db)) {
            Index index = PatientClient.index(client, "settings");
            assertThat(index.find(1)).as("control").isPresent();
            for (String change : List.of(
                    "tx_isolation = 'READ-COMMITTED'",
                    "autocommit = 0",
                    "sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'",
                    "tx_read_only = 1")) {
                String name = change.substring(0, change.indexOf(' '));

                long start = System.nanoTime();
                db.execute("SET GLOBAL " + change);
                awaitState(client, ClientState.NOT_USABLE);
                System.out.printf(
                        "WorkerSettingsIT: %s noticed after %d ms%n",
                        name, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
                String shown = name.replace("tx_", "_"); // after tx, or transaction from 11.1 on
                assertThat(client.snapshot().reason()).contains("global ", shown, "my.cnf", "restart");
                assertThat(index.isOpen()).isFalse();

                // With the old value again, the workers' own is still not shown.
                db.execute("SET GLOBAL " + name + " = DEFAULT");
                client.resume();
                Awaitility.await()
                        .atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(client.snapshot().reason())
                                .contains(shown, "after the server's start", "my.cnf", "restart"));
                assertThat(client.snapshot().state()).isEqualTo(ClientState.NOT_USABLE);

                db.restart();
                client.resume();
                awaitState(client, ClientState.READY);
                awaitAnswer(index);
            }
        } finally {
            db.stop();
        }
    }

    @Test
    void aGlobalLimitOfRowsConcernsSqlOnlyAndEndsWithIt() {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB();
        db.start();
        db.execute("CREATE TABLE settings (id INT PRIMARY KEY)", "INSERT INTO settings VALUES (1), (2)");
        try (HandlerSocketClient client = client(db)) {
            Index index = PatientClient.index(client, "settings");
            assertThat(index.find(1)).as("control").isPresent();
            db.execute("SET GLOBAL sql_select_limit = 1");
            awaitState(client, ClientState.NOT_USABLE);
            assertThat(client.snapshot().reason())
                    .contains("sql_select_limit is 1", "expected 18446744073709551615", "DEFAULT");
            db.execute("SET GLOBAL sql_select_limit = DEFAULT");
            awaitState(client, ClientState.READY);
            awaitAnswer(index);
        } finally {
            db.stop();
        }
    }

    /** Each was tried alone, too. */
    @Test
    void settingsThatChangeNothingAreNotRefused() throws Exception {
        HandlerSocketMariaDB db = new HandlerSocketMariaDB()
                .withServerArguments(
                        "--transaction-isolation=READ-COMMITTED",
                        "--sql-mode=MAXDB,REAL_AS_FLOAT,NO_BACKSLASH_ESCAPES,TIME_ROUND_FRACTIONAL,EMPTY_STRING_IS_NULL,"
                                + "SIMULTANEOUS_ASSIGNMENT,HIGH_NOT_PRECEDENCE,NO_UNSIGNED_SUBTRACTION",
                        "--old-mode=ZERO_DATE_TIME_CAST,UTF8_IS_UTF8MB3,COMPAT_5_1_CHECKSUM",
                        "--completion-type=CHAIN",
                        "--innodb-snapshot-isolation=ON",
                        "--default-time-zone=+05:00",
                        "--lc-time-names=de_DE",
                        "--character-set-server=latin1",
                        "--read-only=1",
                        "--query-cache-type=1",
                        "--query-cache-size=1048576",
                        "--idle-transaction-timeout=1",
                        "--div-precision-increment=0",
                        "--max-sort-length=8",
                        "--group-concat-max-len=4",
                        "--low-priority-updates=1",
                        "--thread-handling=pool-of-threads");
        db.start();
        try (HandlerSocketClient client = client(db);
                Connection connection = db.rootDataSource().getConnection();
                Statement sql = connection.createStatement()) {
            sql.execute("SET SESSION sql_mode = ''");
            sql.execute(
                    "CREATE TABLE settings (id INT PRIMARY KEY, c CHAR(5), v VARCHAR(9), d DATE, dt DATETIME(6), ti TIME(3),"
                            + " de DECIMAL(9,3), db DOUBLE, e ENUM('a','b'), y YEAR, u UUID, n INT, z INT(5) ZEROFILL)");
            sql.execute("INSERT INTO settings VALUES (1, 'ulm', 'ab ', '2024-02-29', '2024-02-29 03:04:05.123456',"
                    + " '-10:11:12.5', 1.5, 0.1, 'b', 2024, '123e4567-e89b-12d3-a456-426655440000', NULL, 7),"
                    + " (2, '', '', '1000-01-01', '9999-12-31 00:00:00', '838:59:59', 0, 1e15, 'a', 1999,"
                    + " 'ffffffff-ffff-ffff-ffff-ffffffffffff', 0, 99999)");
            List<String> columns = List.of("id", "c", "v", "d", "dt", "ti", "de", "db", "e", "y", "u", "n", "z");
            Index index = client.index(new IndexSpec(new TableName("test", "settings"), "PRIMARY", columns));
            assertThat(texts(index, columns.size())).isEqualTo(texts(sql, columns));
            assertThat(index.range(Range.all(Comparison.GREATER_OR_EQUAL, 0))).hasSize(2);

            connection.setAutoCommit(false);
            sql.executeUpdate("UPDATE settings SET n = 99 WHERE id = 1");
            assertThat(index.find(1).orElseThrow().isNullAt(11))
                    .as("not committed")
                    .isTrue();
            connection.commit();
            assertThat(index.find(1).orElseThrow().intAt(11)).isEqualTo(99);
        } finally {
            db.stop();
        }
    }

    private static List<List<String>> texts(Index index, int columns) {
        List<List<String>> rows = new ArrayList<>();
        for (int id = 1; id <= 2; id++) {
            Row row = index.find(id).orElseThrow();
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < columns; i++) {
                texts.add(String.valueOf(row.stringAt(i)));
            }
            rows.add(texts);
        }
        return rows;
    }

    private static List<List<String>> texts(Statement sql, List<String> columns) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (ResultSet found = sql.executeQuery("SELECT * FROM settings ORDER BY id")) {
            while (found.next()) {
                List<String> texts = new ArrayList<>();
                for (String column : columns) {
                    texts.add(String.valueOf(found.getString(column)));
                }
                rows.add(texts);
            }
        }
        return rows;
    }
}
