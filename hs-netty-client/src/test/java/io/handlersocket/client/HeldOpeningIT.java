// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A RENAME that puts a view in the place of a table arrives after the SQL hold of the table and before the opening. The
 * opening waits for it in the server, and crashes the server if it then finds the view. The server is this test's own.
 */
@Timeout(120)
class HeldOpeningIT {

    private static final HandlerSocketMariaDB DB = new HandlerSocketMariaDB().withWritePort();

    /** Longer than the client waits for the answer to an opening. */
    private static final int RENAME_SECONDS = 4;

    private final Logs logs = new Logs();

    @BeforeAll
    static void start() {
        DB.start();
    }

    @AfterAll
    static void stop() {
        DB.stop();
    }

    @BeforeEach
    void createTables() {
        DB.execute(
                "CREATE TABLE test.other (id INT PRIMARY KEY, v INT)",
                "CREATE TABLE test.swapped (id INT PRIMARY KEY, v INT)",
                "CREATE VIEW test.swapped_view AS SELECT * FROM test.other",
                "INSERT INTO test.swapped VALUES (1, 1)",
                "INSERT INTO test.other VALUES (1, 2)");
    }

    @AfterEach
    void dropTables() {
        logs.close();
        DB.execute(
                "DROP TABLE IF EXISTS test.swapped, test.swapped_table, test.other",
                "DROP VIEW IF EXISTS test.swapped, test.swapped_view");
    }

    private static HandlerSocketClientBuilder through(TcpProxy proxy) {
        return HandlerSocketClient.builder()
                .name("held")
                .dataSource(DB.dataSource())
                .host("127.0.0.1")
                .port(proxy.port())
                .secret(DB.readSecret())
                .connections(2);
    }

    /** Opens the other table, so that the next line that the proxy holds back is an opening. */
    private static Index openOther(HandlerSocketClient client) {
        return await().ignoreExceptions().until(() -> client.index("other"), index -> true);
    }

    /** Returns the error code of the RENAME; 0 if it succeeded. */
    private static int swap(int seconds) {
        try (Connection connection = DB.rootDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET STATEMENT lock_wait_timeout=" + seconds
                    + " FOR RENAME TABLE test.swapped TO test.swapped_table, test.swapped_view TO test.swapped");
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }

    private static Optional<String> first(String query) {
        try (Connection connection = DB.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        } catch (SQLException e) {
            throw new AssertionError("the server does not answer", e);
        }
    }

    private static boolean renameWaits() {
        return first("SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE '%RENAME TABLE%' AND STATE LIKE"
                        + " 'Waiting for table metadata lock%'")
                .isPresent();
    }

    /** Lets a RENAME arrive while the proxy holds the opening back, and then the opening; returns the RENAME's error. */
    private static CompletableFuture<Integer> renameBetween(TcpProxy proxy, Runnable opening) {
        proxy.stall(true);
        opening.run();
        await().until(() -> proxy.heldBack() > 0);
        CompletableFuture<Integer> rename = CompletableFuture.supplyAsync(() -> swap(RENAME_SECONDS));
        await().until(HeldOpeningIT::renameWaits);
        proxy.stall(false);
        return rename;
    }

    private void assertHeld(CompletableFuture<Integer> rename) {
        assertThat(rename.join()).as("the RENAME waits for the hold").isEqualTo(1205);
        assertThat(first("SELECT TABLE_TYPE FROM information_schema.TABLES WHERE TABLE_NAME = 'swapped'"))
                .contains("BASE TABLE");
        await("the hold has ended")
                .until(() -> first("SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE 'DO SLEEP%'")
                        .isEmpty());
        assertThat(logs.lines(Level.WARN))
                .filteredOn(line -> line.contains("test.swapped"))
                .hasSize(1);
    }

    @Test
    void anOpeningOnSharedConnectionsKeepsItsHold() {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient client = through(proxy).build()) {
            openOther(client);
            assertHeld(renameBetween(proxy, () -> client.openIndex(IndexSpec.primary("test", "swapped"))));
        }
        assertThat(swap(RENAME_SECONDS)).as("nothing is left").isZero();
    }

    @Test
    void closingTheClientLeavesTheHold() {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.readPort())) {
            HandlerSocketClient client = through(proxy).build();
            openOther(client);
            CompletableFuture<Integer> rename =
                    renameBetween(proxy, () -> client.openIndex(IndexSpec.primary("test", "swapped")));
            client.close();
            assertHeld(rename);
        }
        assertThat(swap(RENAME_SECONDS)).as("nothing is left").isZero();
    }

    @Test
    void aLostConnectionLeavesTheHoldWhileTheRenameWaits() {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient client = through(proxy).build()) {
            openOther(client);
            CompletableFuture<Integer> rename =
                    renameBetween(proxy, () -> client.openIndex(IndexSpec.primary("test", "swapped")));
            await().until(() -> first("SELECT 1 FROM information_schema.PROCESSLIST WHERE USER = 'system user'"
                            + " AND STATE LIKE 'Waiting for table metadata lock%'")
                    .isPresent());
            proxy.cutAll();
            assertHeld(rename);
        }
        assertThat(swap(RENAME_SECONDS)).as("nothing is left").isZero();
    }

    @Test
    void anOpeningOnDirectConnectionsKeepsItsHold() {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.readPort());
                HandlerSocketClient client =
                        through(proxy).maxDirectConnections(4).build()) {
            Index other = openOther(client);
            await().until(() -> {
                other.find(1);
                return client.snapshot().connections() > 2;
            });
            assertHeld(renameBetween(proxy, () -> client.openIndex(IndexSpec.primary("test", "swapped"))));
        }
        assertThat(swap(RENAME_SECONDS)).as("nothing is left").isZero();
    }

    @Test
    void anOpeningOnTheWritePortKeepsItsHold() {
        try (TcpProxy proxy = new TcpProxy(DB.getHost(), DB.writePort());
                HandlerSocketClient client = HandlerSocketClient.builder()
                        .name("held")
                        .dataSource(DB.dataSource())
                        .writes(WriteOptions.DEFAULTS.withPort(proxy.port()))
                        .build()) {
            WriteIndex other = client.writes().index(new TableName("test", "other"));
            WriteIndex swapped = client.writes().index(new TableName("test", "swapped"));
            await().until(() -> System.currentTimeMillis() % 5_000 < 1_000); // all writers have just paused
            assertThat(other.write(Write.insert(Map.of("id", 2, "v", 1)))).isInstanceOf(WriteResult.Applied.class);
            assertHeld(renameBetween(proxy, () -> swapped.writeAsync(Write.insert(Map.of("id", 2, "v", 1)))));
        }
        assertThat(swap(RENAME_SECONDS)).as("nothing is left").isZero();
    }
}
