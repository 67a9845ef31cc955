// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static io.handlersocket.writes.WriteIT.PATIENT;
import static io.handlersocket.writes.WriteIT.applied;
import static io.handlersocket.writes.WriteIT.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Key;
import io.handlersocket.client.Logs;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Writes on a server with a binary log and a query cache, that becomes read-only and is killed. */
class WriteServerIT {

    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB()
            .withWritePort()
            .withProcessControl()
            .withServerArguments("--log-bin", "--query-cache-type=1", "--query-cache-size=1M");

    private static HandlerSocketClient client;
    private static HandlerSocketWrites writes;

    @BeforeAll
    static void start() {
        DB.start();
        client = PatientClient.builder()
                .name("unreplicated")
                .dataSource(DB.dataSource())
                .build();
        writes = HandlerSocketWrites.of(client, PATIENT.unreplicated(true));
    }

    @AfterAll
    static void stop() {
        client.close();
        DB.stop();
    }

    private static WriteIndex table(String name) {
        DB.execute("CREATE TABLE test." + name + " (id INT AUTO_INCREMENT PRIMARY KEY, n INT NOT NULL)");
        return writes.index(new TableName("test", name));
    }

    private static String query(String sql) throws SQLException {
        try (Connection connection = DB.rootDataSource().getConnection()) {
            return query(connection, sql);
        }
    }

    private static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            StringBuilder all = new StringBuilder();
            while (row.next()) {
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    all.append(row.getString(i)).append(' ');
                }
            }
            return all.toString().strip();
        }
    }

    @Test
    void aServerWithABinaryLogIsRefusedUnlessSaidOtherwise() {
        DB.execute("CREATE TABLE test.logged (id INT PRIMARY KEY)");
        try (HandlerSocketClient careful = PatientClient.builder()
                .name("careful")
                .dataSource(DB.dataSource())
                .build()) {
            HandlerSocketWrites refused = HandlerSocketWrites.of(careful, WriteOptions.DEFAULTS);
            assertThatThrownBy(() -> refused.index(new TableName("test", "logged")))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("log_bin is on");
        }
        try (Logs logs = new Logs("io.handlersocket");
                HandlerSocketClient daring = PatientClient.builder()
                        .name("daring")
                        .dataSource(DB.dataSource())
                        .build()) {
            WriteIndex writer =
                    HandlerSocketWrites.of(daring, PATIENT.unreplicated(true)).index(new TableName("test", "logged"));
            assertThat(applied(writer.write(Write.insert(row("id", 1)))).rows()).isEqualTo(1);
            assertThat(logs.lines(Level.WARN))
                    .anyMatch(line -> line.contains("log_bin is on") && line.contains("miss"));
        }
    }

    @Test
    void aTimeoutThatIsNotBelowTheServersOwnIsRefused() throws SQLException {
        DB.execute("CREATE TABLE test.impatient (id INT PRIMARY KEY)");
        String before = query("SELECT @@GLOBAL.innodb_lock_wait_timeout");
        DB.execute("SET GLOBAL innodb_lock_wait_timeout = 1");
        try {
            assertThatThrownBy(() -> writes.index(new TableName("test", "impatient")))
                    .isInstanceOf(RefusedException.class)
                    .hasMessageContaining("timeout of 5000 ms")
                    .hasMessageContaining("innodb_lock_wait_timeout of 1 s");
        } finally {
            DB.execute("SET GLOBAL innodb_lock_wait_timeout = " + before);
        }
        WriteIndex writer = writes.index(new TableName("test", "impatient"));
        assertThat(applied(writer.write(Write.insert(row("id", 1)))).rows()).isEqualTo(1);
    }

    /** What the README says first: nobody who reads the log ever hears of it. */
    @Test
    void theBinaryLogHearsOfNoWrite() throws SQLException {
        WriteIndex writer = table("unlogged");
        String before = query("SHOW MASTER STATUS");

        assertThat(applied(writer.write(Write.insert(row("n", 1)))).rows()).isEqualTo(1);
        assertThat(applied(writer.write(Write.increment(Key.of(1), "n", 1))).rows())
                .isEqualTo(1);

        assertThat(query("SHOW MASTER STATUS")).isEqualTo(before);
        assertThat(query("SELECT n FROM test.unlogged")).isEqualTo("2");
    }

    @Test
    void theQueryCacheForgetsWhatWasWritten() throws SQLException {
        WriteIndex writer = table("cached");
        assertThat(applied(writer.write(Write.insert(row("n", 1)))).rows()).isEqualTo(1);
        String cached = "SELECT n FROM test.cached WHERE id = 1";
        try (Connection connection = DB.rootDataSource().getConnection()) {
            query(connection, cached);
            long hits = DB.globalStatus("Qcache_hits");
            assertThat(query(connection, cached)).isEqualTo("1");
            assertThat(DB.globalStatus("Qcache_hits"))
                    .as("the second came from the cache")
                    .isGreaterThan(hits);

            assertThat(applied(writer.write(Write.increment(Key.of(1), "n", 6))).rows())
                    .isEqualTo(1);

            assertThat(query(connection, cached)).isEqualTo("7");
        }
    }

    @Test
    void aServerThatBecomesReadOnlyIsNotWrittenToAndNotHarmed() {
        WriteIndex writer = table("readonly");
        WriteIndex untouched = table("readonly_untouched");
        CompletableFuture<Void> load = CompletableFuture.runAsync(() -> {
            while (writer.write(Write.insert(row("n", 1))) instanceof WriteResult.Applied) {
                // Until the first that is not.
            }
        });
        DB.execute("SET STATEMENT lock_wait_timeout=20 FOR SET GLOBAL read_only = 1");
        try {
            load.orTimeout(30, TimeUnit.SECONDS).join();
            Awaitility.await()
                    .untilAsserted(() -> assertThat(writer.write(Write.insert(row("n", 1))))
                            .isInstanceOfSatisfying(
                                    WriteResult.Refused.class,
                                    refused -> assertThat(refused.why()).hasMessageContaining("read_only")));
            assertThatThrownBy(() -> writes.index(new TableName("test", "readonly")))
                    .hasMessageContaining("read_only");
        } finally {
            DB.execute("SET GLOBAL read_only = 0");
        }
        // With a given value: what the server's worker would refuse for ever after one write it saw as read-only.
        Awaitility.await().until(() -> untouched.write(Write.insert(row("n", 1))) instanceof WriteResult.Applied);
        assertThat(applied(untouched.write(Write.insert(row("id", 1_000_000, "n", 1))))
                        .rows())
                .isEqualTo(1);
    }

    @Test
    void whatWasOnItsWayWhenTheServerWasKilledIsUnknownAndTheRestIsThere() throws Exception {
        WriteIndex writer = table("killed");
        assertThat(count(send(writer, 200), WriteResult.Applied.class)).isEqualTo(200);

        long before = 0;
        long unknown = 0;
        for (int round = 1; unknown == 0; round++) { // nothing is on its way in a pause of all writers
            assertThat(round).isLessThan(5);
            awaitWrite(writer);
            before = rows("killed");
            DB.pause();
            List<CompletableFuture<WriteResult>> late = send(writer, 20);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            DB.kill();
            unknown = count(late, WriteResult.Unknown.class);
            assertThat(count(late, WriteResult.Applied.class)).isZero();
            DB.restart();
        }

        assertThat(rows("killed")).isBetween(before, before + unknown);
        awaitWrite(writer);
    }

    private static long rows(String table) throws SQLException {
        return Long.parseLong(query("SELECT COUNT(*) FROM test." + table));
    }

    private static void awaitWrite(WriteIndex writer) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .until(() -> writer.write(Write.insert(row("n", 1))) instanceof WriteResult.Applied);
    }

    private static List<CompletableFuture<WriteResult>> send(WriteIndex writer, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> writer.writeAsync(Write.insert(row("n", 1))).toCompletableFuture())
                .toList();
    }

    private static long count(List<CompletableFuture<WriteResult>> writes, Class<? extends WriteResult> type) {
        return writes.stream()
                .map(CompletableFuture::join)
                .filter(type::isInstance)
                .count();
    }
}
