// SPDX-License-Identifier: Apache-2.0
// Copyright the HandlerSocket for Java authors
package io.handlersocket.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.handlersocket.client.catalog.TableName;
import io.handlersocket.testkit.HandlerSocketMariaDB;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Year;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Keys that the server would move to another row: each, through the public API, gives what SQL gives for the same typed
 * parameter, or is refused.
 */
class KeySafetyIT {

    private static final HandlerSocketMariaDB DB = HandlerSocketMariaDB.shared();
    private static HandlerSocketClient client;
    private static int found;
    private static int missed;
    private static int refused;

    @BeforeAll
    static void connect() {
        client = PatientClient.unguarded()
                .name("keys")
                .dataSource(DB.dataSource())
                .build();
    }

    @AfterAll
    static void theServerLivesAndNotAllWasRefused() {
        System.out.printf("KeySafetyIT: %d found, %d missed, %d refused%n", found, missed, refused);
        DB.execute("CREATE OR REPLACE TABLE test.alive (id INT PRIMARY KEY)", "INSERT INTO test.alive VALUES (1)");
        assertThat(PatientClient.index(client, "alive").find(1)).isPresent();
        client.close();
        assertThat(found).isGreaterThan(20);
        assertThat(missed).isGreaterThan(40);
    }

    @TestFactory
    Stream<DynamicTest> everyLineOfTheTableOfFalseMatches() {
        List<DynamicTest> tests = new ArrayList<>();
        for (FalseMatches.Line line : FalseMatches.lines()) {
            String table = "key_" + tests.size();
            tests.add(DynamicTest.dynamicTest(line.toString(), () -> check(line, table)));
        }
        return tests.stream();
    }

    private static void check(FalseMatches.Line line, String table) throws SQLException {
        String index = line.index().isEmpty() ? "k" : line.index();
        DB.execute(
                "SET sql_mode = ''",
                "CREATE OR REPLACE TABLE test." + table + " (id INT PRIMARY KEY AUTO_INCREMENT, k " + line.type()
                        + ", UNIQUE KEY k (" + index + "))",
                "INSERT INTO test." + table + " (k) VALUES " + line.rows());
        try (Connection connection = DB.dataSource().getConnection()) {
            for (Object key : line.keys()) {
                String sql = bySql(connection, table, key);
                String wire = byWire(table, key);
                String shown = key instanceof byte[] array
                        ? Arrays.toString(array)
                        : key + (key == null ? "" : " " + key.getClass().getSimpleName());
                if (!wire.equals("refused")) {
                    // A parameter that SQL answers with an error equals no row.
                    assertThat(wire).as("%s = %s", line.type(), shown).isEqualTo(sql.equals("error") ? "none" : sql);
                }
            }
        }
    }

    private static String bySql(Connection connection, String table, @Nullable Object key) {
        try (PreparedStatement statement = connection.prepareStatement("SELECT id FROM " + table + " WHERE k = ?")) {
            statement.setObject(1, key instanceof Year year ? (Integer) year.getValue() : key);
            List<String> ids = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getString(1));
                }
            }
            return ids.isEmpty() ? "none" : String.join(",", ids);
        } catch (SQLException | RuntimeException e) {
            return "error";
        }
    }

    @SuppressWarnings("NullAway") // null is one of the keys
    private static String byWire(String table, @Nullable Object key) {
        try {
            Index index = client.index(new IndexSpec(new TableName("test", table), "k", List.of()));
            // An opening that the server does not answer in time closes all connections for a moment.
            Optional<Row> row = Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .ignoreExceptionsInstanceOf(UnavailableException.class)
                    .until(() -> index.find(new Object[] {key}), found -> true);
            if (row.isEmpty()) {
                missed++;
                return "none";
            }
            found++;
            return String.valueOf(row.get().get("id"));
        } catch (IllegalArgumentException | RefusedException | UndecidableValueException e) {
            refused++;
            return "refused";
        }
    }
}
