// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mariadb.jdbc.MariaDbDataSource;

/** HandlerSocket knows no privileges, so the client stops reading what its account may no longer read. */
@Timeout(60)
class RevokeIT {

    /** The guard asks for tables each second and for columns every fifth time; a check takes some time itself. */
    private static final Duration LIMIT = Duration.ofSeconds(8);

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();

    private static void asRoot(String... statements) throws SQLException {
        try (Connection connection = DB.rootDataSource().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @BeforeAll
    static void createTable() throws SQLException {
        asRoot(
                "CREATE TABLE test.always_granted_to_clerk (id INT PRIMARY KEY)",
                "CREATE TABLE test.salary (id INT PRIMARY KEY, name VARCHAR(20), amount INT)",
                "INSERT INTO test.salary VALUES (1, 'Ada', 4711)");
    }

    @BeforeEach
    void createAccount() throws SQLException {
        asRoot(
                "CREATE USER clerk IDENTIFIED BY 'reads'",
                "CREATE ROLE payroll",
                "GRANT SELECT ON test.always_granted_to_clerk TO clerk");
    }

    @AfterEach
    void dropAccount() throws SQLException {
        asRoot("DROP USER clerk", "DROP ROLE payroll");
    }

    @AfterAll
    static void stop() throws SQLException {
        asRoot("DROP TABLE test.salary, test.always_granted_to_clerk");
    }

    private static HandlerSocketClient clerk() throws SQLException {
        return HandlerSocketClient.builder()
                .dataSource(new MariaDbDataSource(DB.getJdbcUrl() + "?user=clerk&password=reads"))
                .build();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GRANT SELECT ON test.salary TO clerk | REVOKE SELECT ON test.salary FROM clerk",
                "GRANT SELECT (id, amount) ON test.salary TO clerk | REVOKE SELECT (amount) ON test.salary FROM clerk",
                "GRANT SELECT ON test.* TO clerk | REVOKE SELECT ON test.* FROM clerk",
                "GRANT SELECT ON *.* TO clerk | REVOKE SELECT ON *.* FROM clerk",
                "GRANT SELECT ON test.salary TO payroll | REVOKE SELECT ON test.salary FROM payroll",
                "GRANT SELECT ON test.salary TO payroll | REVOKE payroll FROM clerk",
            })
    void whatTheAccountMayNoLongerReadIsNotRead(String grant, String revoke) throws SQLException {
        asRoot(grant, "GRANT payroll TO clerk", "SET DEFAULT ROLE payroll FOR clerk");
        try (HandlerSocketClient client = clerk()) {
            Index index = client.index(IndexSpec.primary("test", "salary").select("id", "amount"));
            assertThat(index.find(1))
                    .get()
                    .extracting(row -> row.getInt("amount"))
                    .isEqualTo(4711);

            asRoot(revoke);

            Awaitility.await()
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(50))
                    .untilAsserted(() -> assertThatThrownBy(() -> index.find(1))
                            .isInstanceOfAny(UnavailableException.class, RefusedException.class));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(20)) // after the quarantine, the opening says why
                    .untilAsserted(() -> assertThatThrownBy(() -> index.find(1))
                            .isInstanceOf(RefusedException.class)
                            .message()
                            .containsAnyOf("denied", "amount", "may not see it"));
        }
    }

    @Test
    void theOtherColumnsAreStillRead() throws SQLException {
        asRoot("GRANT SELECT (id, name, amount) ON test.salary TO clerk");
        try (HandlerSocketClient client = clerk()) {
            Index names = client.index(IndexSpec.primary("test", "salary").select("id", "name"));
            Index amounts = client.index(IndexSpec.primary("test", "salary").select("id", "amount"));
            assertThat(amounts.find(1)).isPresent();

            asRoot("REVOKE SELECT (amount) ON test.salary FROM clerk");

            // The whole table is closed until the next opening has told the columns apart.
            Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions().untilAsserted(() -> {
                assertThatThrownBy(() -> amounts.find(1)).isInstanceOf(RefusedException.class);
                assertThat(names.find(1))
                        .get()
                        .extracting(row -> row.getString("name"))
                        .isEqualTo("Ada");
            });
        }
    }
}
