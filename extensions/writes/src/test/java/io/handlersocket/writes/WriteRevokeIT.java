// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.writes;

import static io.handlersocket.writes.WriteIT.PATIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.handlersocket.client.AtOnce;
import io.handlersocket.client.HandlerSocketClient;
import io.handlersocket.client.Key;
import io.handlersocket.client.Patience;
import io.handlersocket.client.PatientClient;
import io.handlersocket.client.RefusedException;
import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.mariadb.jdbc.MariaDbDataSource;

/** The write port knows no privileges, so the client stops what its account may no longer do. */
@Timeout(60)
class WriteRevokeIT {

    /** The guard asks each second; a check takes some time itself. */
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final HandlerSocketMariaDB DB = WritableServer.shared();

    private static final String ALL_FOR_WRITES = "SELECT, INSERT, UPDATE, DELETE, TRIGGER";

    /** Writes ask for the old row, so a lost SELECT counts too. */
    @TestFactory
    Stream<DynamicTest> whatTheAccountMayNoLongerChangeIsNotWritten() throws SQLException {
        DB.execute("CREATE OR REPLACE TABLE test.wage (id INT PRIMARY KEY, amount INT NOT NULL)");
        Map<String, Executable> cases = new LinkedHashMap<>();
        for (String privilege : ALL_FOR_WRITES.split(", ", -1)) {
            int id = cases.size() + 1;
            cases.put("REVOKE " + privilege, () -> isNotWrittenAfter(id, privilege));
        }
        return AtOnce.tests(cases);
    }

    private static HandlerSocketClient writer(String name) throws SQLException {
        return PatientClient.builder()
                .name(name)
                .dataSource(new MariaDbDataSource(DB.jdbcUrl("user=" + name + "&password=writes")))
                .build();
    }

    private static void isNotWrittenAfter(int id, String privilege) throws SQLException {
        String name = "wage_clerk" + id;
        DB.execute(
                "CREATE OR REPLACE USER " + name + " IDENTIFIED BY 'writes'",
                "GRANT " + ALL_FOR_WRITES + " ON test.wage TO " + name,
                "INSERT INTO test.wage VALUES (" + id + ", 4711)");
        try (HandlerSocketClient client = writer(name)) {
            HandlerSocketWrites writes = HandlerSocketWrites.of(client, PATIENT);
            WriteIndex wages = Patience.answer(() -> writes.index(new TableName("test", "wage")));
            Write raise = Write.increment(Key.of(id), "amount", 1).returningOldRow();
            Write same = Write.update(Key.of(id), Map.of("amount", 4711)).returningOldRow();
            WriteResult.Applied written =
                    Patience.answer(() -> wages.write(same).orThrow());
            assertThat(written.oldRow().orElseThrow().getInt("amount")).isEqualTo(4711);

            DB.execute("REVOKE " + privilege + " ON test.wage FROM " + name);

            Awaitility.await()
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(50))
                    .untilAsserted(() -> assertThat(wages.write(raise)).isInstanceOf(WriteResult.Refused.class));
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30)) // after the quarantine, the opening says why
                    .untilAsserted(
                            () -> assertThatThrownBy(() -> wages.write(raise).orThrow())
                                    .isInstanceOf(RefusedException.class)
                                    .hasMessageContaining(privilege));
            int amount = wage(id);
            Awaitility.await()
                    .during(Duration.ofSeconds(1))
                    .untilAsserted(() -> assertThat(wages.write(raise)).isInstanceOf(WriteResult.Refused.class));
            assertThat(wage(id)).isEqualTo(amount);
        }
        DB.execute("DROP USER " + name);
    }

    private static int wage(int id) throws SQLException {
        try (Connection connection = DB.rootDataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT amount FROM test.wage WHERE id = " + id)) {
            row.next();
            return row.getInt(1);
        }
    }

    @Test
    void theOldRowIsNotReturnedToAnAccountThatMayNotReadAColumn() throws SQLException {
        DB.execute(
                "CREATE OR REPLACE TABLE test.bonus (id INT PRIMARY KEY, amount INT NOT NULL)",
                "CREATE OR REPLACE USER bonus_clerk IDENTIFIED BY 'writes'",
                "GRANT SELECT (id), INSERT, UPDATE, DELETE, TRIGGER ON test.bonus TO bonus_clerk");
        try (HandlerSocketClient client = writer("bonus_clerk")) {
            HandlerSocketWrites writes = HandlerSocketWrites.of(client, PATIENT);
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThatThrownBy(() -> writes.index(new TableName("test", "bonus")))
                            .isInstanceOf(RefusedException.class)
                            .hasMessageContaining("amount"));
        }
        DB.execute("DROP USER bonus_clerk", "DROP TABLE test.bonus");
    }
}
