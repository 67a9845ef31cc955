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
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.mariadb.jdbc.MariaDbDataSource;

/** HandlerSocket knows no privileges, so the client stops what its account may no longer do. */
@Timeout(60)
class RevokeIT {

    /** The guard asks for tables each second and for columns every fifth time; a check takes some time itself. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

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

    @AfterAll
    static void stop() throws SQLException {
        asRoot("DROP TABLE test.salary, test.always_granted_to_clerk");
    }

    private static HandlerSocketClient clerk(String name) throws SQLException {
        return PatientClient.builder()
                .dataSource(new MariaDbDataSource(DB.jdbcUrl("user=" + name + "&password=reads")))
                .build();
    }

    /** Each account and its role have the number of their case. */
    private static final List<List<String>> GRANTS_AND_REVOKES = List.of(
            List.of("GRANT SELECT ON test.salary TO clerk", "REVOKE SELECT ON test.salary FROM clerk"),
            List.of(
                    "GRANT SELECT (id, amount) ON test.salary TO clerk",
                    "REVOKE SELECT (amount) ON test.salary FROM clerk"),
            List.of("GRANT SELECT ON test.* TO clerk", "REVOKE SELECT ON test.* FROM clerk"),
            List.of("GRANT SELECT ON *.* TO clerk", "REVOKE SELECT ON *.* FROM clerk"),
            List.of("GRANT SELECT ON test.salary TO payroll", "REVOKE SELECT ON test.salary FROM payroll"),
            List.of("GRANT SELECT ON test.salary TO payroll", "REVOKE payroll FROM clerk"));

    /** At the same time, because each waits for its guard and for the end of a quarantine. */
    @TestFactory
    Stream<DynamicTest> whatTheAccountMayNoLongerReadIsNotRead() {
        Map<String, Executable> cases = new LinkedHashMap<>();
        for (List<String> statements : GRANTS_AND_REVOKES) {
            int number = cases.size() + 1;
            cases.put(statements.toString(), () -> isNotReadAfter(number, statements.get(0), statements.get(1)));
        }
        cases.put("another column", RevokeIT::theOtherColumnsAreStillRead);
        return AtOnce.tests(cases);
    }

    private static void isNotReadAfter(int number, String grant, String revoke) throws SQLException {
        asRootNumbered(
                number,
                "CREATE OR REPLACE USER clerk IDENTIFIED BY 'reads'",
                "CREATE OR REPLACE ROLE payroll",
                "GRANT SELECT ON test.always_granted_to_clerk TO clerk",
                grant,
                "GRANT payroll TO clerk",
                "SET DEFAULT ROLE payroll FOR clerk");
        try (HandlerSocketClient client = clerk("clerk" + number)) {
            Index index = client.index(IndexSpec.primary("test", "salary").select("id", "amount"));
            assertThat(index.find(1))
                    .get()
                    .extracting(row -> row.getInt("amount"))
                    .isEqualTo(4711);

            asRootNumbered(number, revoke);

            Awaitility.await()
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(50))
                    .untilAsserted(() -> assertThatThrownBy(() -> index.find(1))
                            .isInstanceOfAny(UnavailableException.class, RefusedException.class));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30)) // after the quarantine, the opening says why
                    .untilAsserted(() -> assertThatThrownBy(() -> index.find(1))
                            .isInstanceOf(RefusedException.class)
                            .message()
                            .containsAnyOf("denied", "amount", "may not see it"));
        }
        asRootNumbered(number, "DROP USER clerk", "DROP ROLE payroll");
    }

    private static void asRootNumbered(int number, String... statements) throws SQLException {
        asRoot(Arrays.stream(statements)
                .map(sql -> sql.replaceAll("\\b(clerk|payroll)\\b", "$1" + number))
                .toArray(String[]::new));
    }

    private static void theOtherColumnsAreStillRead() throws SQLException {
        asRoot(
                "CREATE OR REPLACE USER clerk IDENTIFIED BY 'reads'",
                "GRANT SELECT ON test.always_granted_to_clerk TO clerk",
                "GRANT SELECT (id, name, amount) ON test.salary TO clerk");
        try (HandlerSocketClient client = clerk("clerk")) {
            Index names = client.index(IndexSpec.primary("test", "salary").select("id", "name"));
            Index amounts = client.index(IndexSpec.primary("test", "salary").select("id", "amount"));
            assertThat(amounts.find(1)).isPresent();

            asRoot("REVOKE SELECT (amount) ON test.salary FROM clerk");

            // The whole table is closed until the next opening has told the columns apart.
            Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions().untilAsserted(() -> {
                assertThatThrownBy(() -> amounts.find(1)).isInstanceOf(RefusedException.class);
                assertThat(names.find(1))
                        .get()
                        .extracting(row -> row.getString("name"))
                        .isEqualTo("Ada");
            });
        }
        asRoot("DROP USER clerk");
    }
}
