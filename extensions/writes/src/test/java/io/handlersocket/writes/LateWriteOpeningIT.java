// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static io.handlersocket.writes.WriteIT.applied;
import static io.handlersocket.writes.WriteIT.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Key;
import io.handlersocket.client.Logs;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.ServerErrorException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A DROP that comes after the check of the table and before its opening arrives: the opening waits for the DROP, and
 * the DROP for the check's transaction. The server is of no use to other tests afterwards.
 */
@Timeout(180)
class LateWriteOpeningIT {

    private static final String DUPLICATE_KEY = "121";

    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB().withWritePort();

    @BeforeAll
    static void start() {
        DB.start();
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    private static WriteIndex numbered(HandlerSocketWrites writes, String table) {
        DB.execute("CREATE TABLE test." + table + " (id INT AUTO_INCREMENT PRIMARY KEY, n INT NULL)");
        return writes.index(new TableName("test", table));
    }

    private static boolean dropWaits() throws SQLException {
        try (Connection connection = DB.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT 1 FROM information_schema.PROCESSLIST"
                        + " WHERE INFO LIKE '%FOR DROP%' AND STATE LIKE 'Waiting for table metadata lock%'")) {
            return row.next();
        }
    }

    @Test
    void theDropPassesInTimeAndTheLogTellsWhatTheServerRefusesFromThenOn() {
        try (Logs logs = new Logs("io.handlersocket");
                TcpProxy proxy = new TcpProxy(DB.getHost(), DB.writePort());
                HandlerSocketClient client = PatientClient.builder()
                        .name("late")
                        .dataSource(DB.dataSource())
                        .build()) {
            HandlerSocketWrites writes = HandlerSocketWrites.of(
                    client, WriteOptions.DEFAULTS.withPort(proxy.port()).withIdleTimeout(Duration.ofSeconds(4)));
            WriteIndex other = numbered(writes, "other");
            WriteIndex late = numbered(writes, "late");
            await().until(() -> System.currentTimeMillis() % 5_000 < 1_000); // all writers have just paused
            // A machine that stands still for a moment refuses a write, or leaves unknown that the row is there.
            await().until(() -> {
                WriteResult inserted = other.write(Write.insert(row("id", 5, "n", 1)));
                if (inserted instanceof WriteResult.Applied applied) {
                    assertThat(applied.rows()).isEqualTo(1);
                }
                return inserted instanceof WriteResult.Applied
                        || (inserted instanceof WriteResult.Refused refused
                                && refused.why() instanceof ServerErrorException error
                                && error.error().equals(DUPLICATE_KEY));
            });

            proxy.stall(true);
            CompletableFuture<WriteResult> refused =
                    late.writeAsync(Write.insert(row("n", 1))).toCompletableFuture();
            await().pollInterval(Duration.ofMillis(5)).until(() -> proxy.heldBack() > 0);
            CompletableFuture<Void> drop = CompletableFuture.runAsync(
                    () -> DB.execute("SET STATEMENT lock_wait_timeout=30 FOR DROP TABLE test.late"));
            await().pollInterval(Duration.ofMillis(5)).until(() -> drop.isDone() || dropWaits());
            proxy.stall(false);

            assertThat(drop).as("when the server gives up the opening").succeedsWithin(Duration.ofSeconds(30));
            assertThat(refused.join()).isInstanceOf(WriteResult.Refused.class);
            await().until(() -> logs.lines(Level.WARN).stream()
                    .anyMatch(line -> line.contains("late") && line.contains("could not be opened on the write port")));

            await().ignoreExceptions()
                    .until(() -> other.write(Write.increment(Key.of(5), "n", 1)) instanceof WriteResult.Applied);
            assertThat(applied(other.write(Write.insert(row("n", 2)))).generatedId())
                    .isPresent();
            assertThat(other.write(Write.insert(row("id", 50, "n", 1))))
                    .isInstanceOfSatisfying(
                            WriteResult.Refused.class,
                            why -> assertThat(why.why())
                                    .isInstanceOfSatisfying(
                                            ServerErrorException.class,
                                            error -> assertThat(error.error()).isEqualTo("167")));
        }
    }
}
