// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A client that shares a pool of one connection with the application leaves it to the application. */
@Timeout(60)
class OneConnectionIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static final Duration RUN = Duration.ofSeconds(2);

    @Test
    void applicationAndLookupsBothWork() throws SQLException {
        DB.execute(
                "CREATE OR REPLACE TABLE test.shared_pool (id INT PRIMARY KEY)",
                "INSERT INTO test.shared_pool VALUES (1)");
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(DB.getJdbcUrl());
        config.setUsername(DB.getUsername());
        config.setPassword(DB.getPassword());
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(30_000); // of a machine that stands still for a moment
        try (HikariDataSource pool = new HikariDataSource(config);
                HandlerSocketClient client =
                        PatientClient.builder().name("one").dataSource(pool).build()) {
            Index index = PatientClient.index(client, "shared_pool");
            int timeout;
            int lookups = 0;
            int statements = 0;
            try (Connection connection = pool.getConnection()) {
                timeout = connection.getNetworkTimeout();
            }
            for (long end = System.nanoTime() + RUN.toNanos(); System.nanoTime() < end; ) {
                assertThat(index.find(1)).isPresent();
                lookups++;
                try (Connection connection = pool.getConnection();
                        Statement statement = connection.createStatement();
                        ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM shared_pool")) {
                    assertThat(row.next()).isTrue();
                    assertThat(connection.getNetworkTimeout()).isEqualTo(timeout);
                    statements++;
                }
            }
            System.out.printf("OneConnectionIT: %d lookups, %d statements%n", lookups, statements);
            assertThat(client.snapshot().found()).as("over HandlerSocket").isGreaterThanOrEqualTo(lookups);
            assertThat(client.snapshot().state()).isEqualTo(ClientState.READY);
        }
    }

    /** A pool without a free connection must not hold the client for as long as the pool is ready to wait. */
    @Test
    void aPoolThatGivesNothingDrainsTheClientAndDoesNotHoldItsEnd() throws Exception {
        DB.execute(
                "CREATE OR REPLACE TABLE test.shared_pool (id INT PRIMARY KEY)",
                "INSERT INTO test.shared_pool VALUES (1)");
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(DB.getJdbcUrl());
        config.setUsername(DB.getUsername());
        config.setPassword(DB.getPassword());
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(30_000);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            HandlerSocketClient client =
                    PatientClient.builder().name("one").dataSource(pool).build();
            Index index = PatientClient.index(client, "shared_pool");
            assertThat(index.find(1)).as("control").isPresent();
            try (Connection connection = pool.getConnection()) {
                assertThat(connection.isValid(30)).isTrue();
                await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                    assertThat(client.snapshot().connections()).isZero();
                    assertThat(client.snapshot().state()).isEqualTo(ClientState.UNREACHABLE);
                    assertThat(client.snapshot().reason()).contains("gave no connection");
                });
                client.close();
            }
            // The pool still owes the client one connection, which goes back as soon as it comes.
            await().pollDelay(Duration.ofMillis(100))
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
        }
    }
}
