// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import io.handlersocket.testkit.TcpProxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A RENAME that puts a view in the place of the table {@code test.swapped}, while a client opens the table. */
public final class ViewSwap implements AutoCloseable {

    /** Longer than the client waits for the answer to an opening. */
    private static final int RENAME_SECONDS = 3;

    private final HandlerSocketMariaDB db;
    private final Logs logs = new Logs();

    /** Creates the table, and {@code test.other}. */
    public ViewSwap(HandlerSocketMariaDB db) {
        this.db = db;
        db.execute(
                "CREATE TABLE test.other (id INT PRIMARY KEY, v INT)",
                "CREATE TABLE test.swapped (id INT PRIMARY KEY, v INT)",
                "CREATE VIEW test.swapped_view AS SELECT * FROM test.other",
                "INSERT INTO test.swapped VALUES (1, 1)",
                "INSERT INTO test.other VALUES (1, 2)");
    }

    @Override
    public void close() {
        logs.close();
        db.execute(
                "DROP TABLE IF EXISTS test.swapped, test.swapped_table, test.other",
                "DROP VIEW IF EXISTS test.swapped, test.swapped_view");
    }

    /** Returns the error code of the RENAME; 0 if it succeeded. */
    public int run() {
        try (Connection connection = db.rootDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET STATEMENT lock_wait_timeout=" + RENAME_SECONDS
                    + " FOR RENAME TABLE test.swapped TO test.swapped_table, test.swapped_view TO test.swapped");
            return 0;
        } catch (SQLException e) {
            return e.getErrorCode();
        }
    }

    public Optional<String> first(String query) {
        try (Connection connection = db.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
        } catch (SQLException e) {
            throw new AssertionError("the server does not answer", e);
        }
    }

    private boolean waits() {
        return first("SELECT 1 FROM information_schema.PROCESSLIST WHERE INFO LIKE '%RENAME TABLE%' AND STATE LIKE"
                        + " 'Waiting for table metadata lock%'")
                .isPresent();
    }

    /** Lets a RENAME arrive while the proxy holds the opening back, and then the opening; returns the RENAME's error. */
    public CompletableFuture<Integer> renameBetween(TcpProxy proxy, Runnable opening) {
        proxy.stall(true);
        opening.run();
        await().until(() -> proxy.heldBack() > 0);
        CompletableFuture<Integer> rename = CompletableFuture.supplyAsync(this::run);
        await().until(this::waits);
        proxy.stall(false);
        return rename;
    }

    public void assertHeld(CompletableFuture<Integer> rename) {
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
}
